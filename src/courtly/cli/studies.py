"""Commands that measure: speed, bots, and games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from courtly.cli.app import app, pairs
from courtly.cli.flags import GameCommand


@app.command()
def bench(
    only: Annotated[str | None, typer.Option(metavar="PATTERN", help="Only figures whose name matches.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> int:
    """Measure speed, each figure with its peer in the same run."""
    from courtly.bench import main as measure

    return int(measure(only, as_json))


@app.command(cls=GameCommand)
def balance(
    game: Annotated[str, typer.Argument(help="Which game; `courtly games` lists them.")],
    players: Annotated[int, typer.Option(help="Seats of the options as given; the other numbers are tried too.")] = 3,
    option: Annotated[
        list[str] | None, typer.Option(metavar="KEY=VALUE", help="An option of the game; may be repeated.")
    ] = None,
    versus: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=VALUE", help="Set this beside them: the same options but for this; may be repeated."),
    ] = None,
    bot: Annotated[str, typer.Option(help="Who plays in every seat.")] = "steward",
    ladder: Annotated[str, typer.Option(metavar="SPECS", help="Levels of play, the weakest first.")] = (
        "random,novice,courtier,minister"
    ),
    deals: Annotated[int, typer.Option(help="How many deals each setting is played with.")] = 500,
    ladder_deals: Annotated[int, typer.Option(help="How many deals each level plays with the next.")] = 20,
    told: Annotated[int, typer.Option(help="How many matches are told move by move, to see what is used.")] = 200,
    seed: Annotated[int, typer.Option(help="Number that decides every deal and the bots' luck.")] = 0,
    workers: Annotated[int | None, typer.Option(help="Threads or processes; by default one for each core.")] = None,
    ray: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on this Ray cluster; `local` starts one here.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The page, or a .json; by default balance-GAME.html.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON; a page only with --out.")] = False,
) -> None:
    """Study a game: seats, options, lengths, what things are worth, skill and luck."""
    from courtly.arena.run import Resources
    from courtly.settings import Settings
    from courtly.terminal.balance import BalanceRequest, study

    study(
        BalanceRequest(
            game=game,
            options={"players": str(players), **pairs(option or [])},
            versus=pairs(versus or []),
            bot=bot,
            ladder=ladder,
            deals=deals,
            ladder_deals=ladder_deals,
            told=told,
            seed=seed,
            resources=Resources(workers=Settings.read().cores if workers is None else workers, ray=ray),
            out=out,
            as_json=as_json,
        )
    )


@app.command(cls=GameCommand)
def fit(
    game: Annotated[str, typer.Argument(help="Which game; `courtly games` lists them.")],
    generations: Annotated[int, typer.Option(help="How many rounds of candidates.")] = 30,
    deals: Annotated[
        int,
        typer.Option(
            help="How many deals each candidate plays with each number of players; 20 times as many at the end."
        ),
    ] = 100,
    option: Annotated[
        list[str] | None, typer.Option(metavar="KEY=VALUE", help="An option of the game; may be repeated.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Number that decides every candidate, deal and match.")] = 0,
    workers: Annotated[int | None, typer.Option(help="Threads; by default one for each core.")] = None,
    start: Annotated[
        Path | None, typer.Option("--from", metavar="FILE", help="Begin from these weights, and play against them.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A .json; by default steward-GAME.json here.")
    ] = None,
) -> None:
    """Fit the weights of a game's steward by self-play; the file is written only if they have become better."""
    from courtly.settings import Settings
    from courtly.terminal.fit import FitRequest, fit_weights

    fit_weights(
        FitRequest(
            game=game,
            options=pairs(option or []),
            generations=generations,
            deals=deals,
            seed=seed,
            workers=Settings.read().cores if workers is None else workers,
            start=start,
            out=out,
        )
    )


@app.command(cls=GameCommand)
def train(
    game: Annotated[str, typer.Argument(help="Which game; `courtly games` lists them.")],
    players: Annotated[int, typer.Option(help="Seats; a net is for one number of seats.")] = 2,
    option: Annotated[
        list[str] | None, typer.Option(metavar="KEY=VALUE", help="An option of the game; may be repeated.")
    ] = None,
    parts: Annotated[int, typer.Option(help="How many times 65536 positions the net learns from.")] = 24,
    rounds: Annotated[
        int, typer.Option(help="How often the search plays with the net so far; later parts go on from there.")
    ] = 2,
    matches: Annotated[int, typer.Option(help="How many matches it plays each time.")] = 300,
    deals: Annotated[
        int, typer.Option(help="How many fresh deals the net is tried on, each in every seating; with 0 on none.")
    ] = 60,
    trial: Annotated[
        str,
        typer.Option(metavar="PARAMETERS", help="What the searches with and without the net are told in the trial."),
    ] = "20ms,threads=1",
    seed: Annotated[int, typer.Option(help="Number that decides every position, the net and the deals.")] = 0,
    workers: Annotated[int | None, typer.Option(help="Threads or processes; by default one for each core.")] = None,
    ray: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play the trial on this Ray cluster; `local` starts one here.")
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Keep the training here; the same command continues it. Name only your own."
        ),
    ] = None,
    report: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The page with curves; by default train-GAME.html.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="An .npz; by default where `ismcts:leaf=own` looks for it.")
    ] = None,
) -> None:
    """Train a net that judges positions for the search; the file is written only if the search plays better with it."""
    from courtly.arena.run import Resources
    from courtly.settings import Settings
    from courtly.terminal.train import TrainRequest
    from courtly.terminal.train import train as train_net

    train_net(
        TrainRequest(
            game=game,
            options={"players": str(players), **pairs(option or [])},
            parts=parts,
            rounds=rounds,
            matches=matches,
            deals=deals,
            parameters=trial,
            seed=seed,
            resources=Resources(workers=Settings.read().cores if workers is None else workers, ray=ray, folder=resume),
            report=report,
            out=out,
        )
    )
