"""Commands that measure speed, bots and games."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from courtly.cli.app import app, pairs
from courtly.cli.flags import GameCommand
from courtly.engine.errors import BadOption
from courtly.engine.sentences import said


@app.command()
def bench(
    only: Annotated[str | None, typer.Option(metavar="PATTERN", help="Only figures whose name matches.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> int:
    """Measure speed, in a clone of the repository; each figure comes with one of a peer from the same run."""
    repository = Path(__file__).resolve().parents[3]
    if not (repository / "benchmarks" / "baseline.json").exists():
        message = said("the benchmarks belong to Courtly's repository; clone it, and run `make bench` there")
        raise BadOption(message, given="bench", where="command", allowed=said("a clone of the repository"))
    sys.path.insert(0, str(repository))
    from benchmarks import main as measure

    return measure(only, as_json=as_json)


@app.command(cls=GameCommand)
def balance(
    game: Annotated[str, typer.Argument(help="Which game; `courtly games` lists them.")],
    players: Annotated[
        int, typer.Option(help="Number of seats for the given options; other numbers are tried too.")
    ] = 3,
    option: Annotated[
        list[str] | None, typer.Option(metavar="KEY=VALUE", help="An option of the game; can be repeated.")
    ] = None,
    versus: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=VALUE", help="Compare with this value, all other options the same; can be repeated."),
    ] = None,
    bot: Annotated[str, typer.Option(help="The bot in every seat.")] = "steward",
    ladder: Annotated[str, typer.Option(metavar="SPECS", help="Levels of play, weakest first.")] = (
        "random,novice,courtier,minister"
    ),
    deals: Annotated[int, typer.Option(help="Deals per setting.")] = 500,
    ladder_deals: Annotated[int, typer.Option(help="Deals that each level plays against the next.")] = 20,
    told: Annotated[
        int,
        typer.Option(help="Matches to record move by move, to count what is used; more of them narrow these figures."),
    ] = 200,
    seed: Annotated[int, typer.Option(help="Random seed of the deals and the bots.")] = 0,
    workers: Annotated[int | None, typer.Option(help="Threads or processes; default: one per core.")] = None,
    ray: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Run on this Ray cluster; `local` starts one here.")
    ] = None,
    out: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="Output page or .json; can be repeated; default: balance-GAME.html."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON; a page only with --out.")] = False,
) -> None:
    """Study a game: seats, options, match length, value of items, skill and luck."""
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
            out=tuple(out or ()),
            as_json=as_json,
        )
    )


@app.command(cls=GameCommand)
def effect(
    game: Annotated[str, typer.Argument(help="Which game; `courtly games` lists them.")],
    players: Annotated[int, typer.Option(help="Number of seats.")] = 3,
    option: Annotated[
        list[str] | None, typer.Option(metavar="KEY=VALUE", help="An option of the game; can be repeated.")
    ] = None,
    card: Annotated[
        list[str] | None,
        typer.Option(metavar="ID", help="A card of the game's card set, or `all` for a ranking; can be repeated."),
    ] = None,
    change: Annotated[
        str | None,
        typer.Option(
            metavar="CHANGE",
            help="Change the card for all players: removed, blank, plain, double, cost+1, crowns-2 and so on. "
            "Without it: what the card is worth to the one player who takes it.",
        ),
    ] = None,
    versus: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=VALUE", help="Change this option instead of a card; can be repeated."),
    ] = None,
    precise: Annotated[
        str, typer.Option(metavar="SHARE", help="Stop at this half width of the intervals; `no` plays all deals.")
    ] = "1%",
    deals: Annotated[int, typer.Option(help="The most deals per card.")] = 100_000,
    seed: Annotated[int, typer.Option(help="Random seed of the deals and the bots.")] = 0,
    workers: Annotated[int | None, typer.Option(help="Threads; default: one per core.")] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Output .json or .csv file.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Measure what a card or an option changes: the same deals and bots, with and without it."""
    from courtly.settings import Settings
    from courtly.terminal.effect import EffectRequest, measure_effect

    measure_effect(
        EffectRequest(
            game=game,
            options={"players": str(players), **pairs(option or [])},
            versus=pairs(versus or []),
            cards=tuple(card or ()),
            change=change,
            precise=precise,
            deals=deals,
            seed=seed,
            workers=Settings.read().cores if workers is None else workers,
            out=out,
            as_json=as_json,
        )
    )


@app.command(cls=GameCommand)
def fit(
    game: Annotated[str, typer.Argument(help="Which game; `courtly games` lists them.")],
    generations: Annotated[int, typer.Option(help="Rounds of candidates.")] = 30,
    deals: Annotated[
        int,
        typer.Option(help="Deals per candidate and number of players; 20 times as many at the end."),
    ] = 100,
    option: Annotated[
        list[str] | None, typer.Option(metavar="KEY=VALUE", help="An option of the game; can be repeated.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Random seed of all candidates, deals and matches.")] = 0,
    workers: Annotated[int | None, typer.Option(help="Threads; default: one per core.")] = None,
    start: Annotated[
        Path | None, typer.Option("--from", metavar="FILE", help="Start from these weights, and play against them.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Output .json file; default: steward-GAME.json in this folder.")
    ] = None,
) -> None:
    """Fit the weights of a game's steward by self-play; the file is written only if they play better."""
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
    players: Annotated[int, typer.Option(help="Number of seats; a net works for one number only.")] = 2,
    option: Annotated[
        list[str] | None, typer.Option(metavar="KEY=VALUE", help="An option of the game; can be repeated.")
    ] = None,
    parts: Annotated[int, typer.Option(help="Training length, in units of 65536 positions.")] = 24,
    rounds: Annotated[
        int, typer.Option(help="How often the search plays with the current net; later units train on from there.")
    ] = 2,
    matches: Annotated[int, typer.Option(help="Matches that the search plays per round.")] = 300,
    deals: Annotated[int, typer.Option(help="New deals to test the net on, each in every seating; 0: no test.")] = 60,
    trial: Annotated[
        str,
        typer.Option(metavar="PARAMETERS", help="Settings of the searches with and without the net in the trial."),
    ] = "20ms,threads=1",
    seed: Annotated[int, typer.Option(help="Random seed of the positions, the net and the deals.")] = 0,
    workers: Annotated[int | None, typer.Option(help="Threads or processes; default: one per core.")] = None,
    ray: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Run the trial on this Ray cluster; `local` starts one here.")
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Save the training in this folder; the same command resumes it. Use only a folder of your own.",
        ),
    ] = None,
    report: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Output page with curves; default: train-GAME.html.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Output .npz file; default: where `ismcts:leaf=own` looks for it."),
    ] = None,
) -> None:
    """Train a net that evaluates positions for the search; the file is written only if it makes the search better."""
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
