BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE events (
	table_id VARCHAR(43) NOT NULL, 
	number INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	move VARCHAR(200) NOT NULL, 
	command VARCHAR(100), 
	created DATETIME NOT NULL, 
	CONSTRAINT pk_events PRIMARY KEY (table_id, number), 
	CONSTRAINT fk_events_tables FOREIGN KEY(table_id) REFERENCES tables (id), 
	CONSTRAINT uq_events_table_id_command UNIQUE (table_id, command)
);
INSERT INTO "events" VALUES('Kd-jO7YKsoZCb7GP7V7SmQ',0,2,'play toad.noble domain:0',NULL,'2026-11-22 15:16:05.347178');
INSERT INTO "events" VALUES('Kd-jO7YKsoZCb7GP7V7SmQ',1,2,'play nightingale.noble below',NULL,'2026-11-22 15:16:05.351460');
INSERT INTO "events" VALUES('Kd-jO7YKsoZCb7GP7V7SmQ',2,2,'play carp.spy domain:2',NULL,'2026-11-22 15:16:05.354523');
INSERT INTO "events" VALUES('E-8dQkbhU74CFYBPt9Brzw',0,0,'play butterfly.guard domain:1',NULL,'2026-11-22 15:16:05.367943');
INSERT INTO "events" VALUES('E-8dQkbhU74CFYBPt9Brzw',1,0,'play toad.guard domain:0',NULL,'2026-11-22 15:16:05.370895');
INSERT INTO "events" VALUES('E-8dQkbhU74CFYBPt9Brzw',2,0,'play nightingale.assassin below',NULL,'2026-11-22 15:16:05.373916');
INSERT INTO "events" VALUES('E-8dQkbhU74CFYBPt9Brzw',3,1,'play stag.noble domain:1',NULL,'2026-11-22 15:16:05.376866');
INSERT INTO "events" VALUES('E-8dQkbhU74CFYBPt9Brzw',4,1,'play toad.plain domain:0',NULL,'2026-11-22 15:16:05.379765');
INSERT INTO "events" VALUES('E-8dQkbhU74CFYBPt9Brzw',5,1,'play hare.noble above',NULL,'2026-11-22 15:16:05.382552');
INSERT INTO "events" VALUES('E-8dQkbhU74CFYBPt9Brzw',6,2,'play nightingale.noble above','command-6','2026-11-22 15:16:05.386853');
INSERT INTO "events" VALUES('E-8dQkbhU74CFYBPt9Brzw',7,2,'play butterfly.assassin domain:1','command-7','2026-11-22 15:16:05.391045');
INSERT INTO "events" VALUES('E-8dQkbhU74CFYBPt9Brzw',8,2,'kill stag.noble domain:1','command-8','2026-11-22 15:16:05.394930');
INSERT INTO "events" VALUES('E-8dQkbhU74CFYBPt9Brzw',9,2,'play nightingale.noble domain:2','command-9','2026-11-22 15:16:05.398855');
INSERT INTO "events" VALUES('E-8dQkbhU74CFYBPt9Brzw',10,3,'play stag.guard domain:2',NULL,'2026-11-22 15:16:05.401794');
INSERT INTO "events" VALUES('E-8dQkbhU74CFYBPt9Brzw',11,3,'play carp.plain below',NULL,'2026-11-22 15:16:05.404740');
INSERT INTO "events" VALUES('E-8dQkbhU74CFYBPt9Brzw',12,3,'play hare.assassin domain:3',NULL,'2026-11-22 15:16:05.407699');
INSERT INTO "events" VALUES('E-8dQkbhU74CFYBPt9Brzw',13,0,'play nightingale.guard domain:1',NULL,'2026-11-22 15:16:05.410612');
INSERT INTO "events" VALUES('E-8dQkbhU74CFYBPt9Brzw',14,0,'play toad.noble above',NULL,'2026-11-22 15:16:05.413600');
INSERT INTO "events" VALUES('E-8dQkbhU74CFYBPt9Brzw',15,0,'play hare.spy domain:0',NULL,'2026-11-22 15:16:05.416542');
INSERT INTO "events" VALUES('E-8dQkbhU74CFYBPt9Brzw',16,1,'play stag.guard domain:1',NULL,'2026-11-22 15:16:05.419522');
INSERT INTO "events" VALUES('E-8dQkbhU74CFYBPt9Brzw',17,1,'play carp.guard domain:0',NULL,'2026-11-22 15:16:05.424525');
INSERT INTO "events" VALUES('E-8dQkbhU74CFYBPt9Brzw',18,1,'play hare.plain above',NULL,'2026-11-22 15:16:05.427646');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',0,0,'play butterfly.noble above','command-0','2026-11-22 15:16:05.441460');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',1,0,'play toad.spy domain:1','command-1','2026-11-22 15:16:05.445334');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',2,0,'play toad.noble domain:0','command-2','2026-11-22 15:16:05.449496');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',3,1,'play stag.plain above',NULL,'2026-11-22 15:16:05.452573');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',4,1,'play toad.spy domain:1',NULL,'2026-11-22 15:16:05.455518');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',5,1,'play carp.assassin domain:0',NULL,'2026-11-22 15:16:05.458559');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',6,1,'kill toad.noble domain:0',NULL,'2026-11-22 15:16:05.461550');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',7,0,'play carp.spy below','command-7','2026-11-22 15:16:05.465533');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',8,0,'play nightingale.noble domain:0','command-8','2026-11-22 15:16:05.469349');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',9,0,'play toad.noble domain:1','command-9','2026-11-22 15:16:05.472942');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',10,1,'play nightingale.guard domain:1',NULL,'2026-11-22 15:16:05.475827');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',11,1,'play toad.plain above',NULL,'2026-11-22 15:16:05.478804');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',12,1,'play toad.plain domain:0',NULL,'2026-11-22 15:16:05.481698');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',13,0,'play stag.assassin domain:1','command-13','2026-11-22 15:16:05.485770');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',14,0,'kill toad.noble domain:1','command-14','2026-11-22 15:16:05.489752');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',15,0,'play toad.assassin above','command-15','2026-11-22 15:16:05.493592');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',16,0,'kill stag.plain above','command-16','2026-11-22 15:16:05.497357');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',17,0,'play hare.guard domain:0','command-17','2026-11-22 15:16:05.501148');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',18,1,'play hare.spy below',NULL,'2026-11-22 15:16:05.504251');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',19,1,'play butterfly.noble domain:0',NULL,'2026-11-22 15:16:05.507170');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',20,1,'play stag.noble domain:1',NULL,'2026-11-22 15:16:05.510174');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',21,0,'play butterfly.noble domain:1','command-21','2026-11-22 15:16:05.514194');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',22,0,'play toad.assassin below','command-22','2026-11-22 15:16:05.518150');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',23,0,'spare','command-23','2026-11-22 15:16:05.522090');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',24,0,'play nightingale.assassin domain:0','command-24','2026-11-22 15:16:05.526044');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',25,0,'kill butterfly.noble domain:0','command-25','2026-11-22 15:16:05.529988');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',26,1,'play stag.noble domain:1',NULL,'2026-11-22 15:16:05.532913');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',27,1,'play hare.assassin above',NULL,'2026-11-22 15:16:05.535870');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',28,1,'kill toad.plain above',NULL,'2026-11-22 15:16:05.538936');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',29,1,'play stag.guard domain:0',NULL,'2026-11-22 15:16:05.541870');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',30,0,'play nightingale.noble domain:0','command-30','2026-11-22 15:16:05.545964');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',31,0,'play hare.spy below','command-31','2026-11-22 15:16:05.549925');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',32,0,'play stag.assassin domain:1','command-32','2026-11-22 15:16:05.553837');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',33,0,'kill stag.assassin domain:1','command-33','2026-11-22 15:16:05.558044');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',34,1,'play stag.spy below',NULL,'2026-11-22 15:16:05.561000');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',35,1,'play hare.assassin domain:1',NULL,'2026-11-22 15:16:05.563995');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',36,1,'kill stag.assassin domain:1',NULL,'2026-11-22 15:16:05.567166');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',37,1,'play toad.plain domain:0',NULL,'2026-11-22 15:16:05.570063');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',38,0,'play carp.plain domain:0','command-38','2026-11-22 15:16:05.574170');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',39,0,'play nightingale.plain above','command-39','2026-11-22 15:16:05.577989');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',40,0,'play nightingale.assassin domain:1','command-40','2026-11-22 15:16:05.581824');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',41,0,'spare','command-41','2026-11-22 15:16:05.585757');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',42,1,'play carp.plain domain:1',NULL,'2026-11-22 15:16:05.588687');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',43,1,'play nightingale.plain above',NULL,'2026-11-22 15:16:05.591630');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',44,1,'play hare.noble domain:0',NULL,'2026-11-22 15:16:05.594707');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',45,0,'play butterfly.plain domain:1','command-45','2026-11-22 15:16:05.598735');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',46,0,'play hare.guard below','command-46','2026-11-22 15:16:05.602665');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',47,0,'play carp.assassin domain:0','command-47','2026-11-22 15:16:05.606548');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',48,0,'kill carp.assassin domain:0','command-48','2026-11-22 15:16:05.610484');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',49,1,'play carp.plain below',NULL,'2026-11-22 15:16:05.613427');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',50,1,'play nightingale.noble domain:1',NULL,'2026-11-22 15:16:05.616319');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',51,1,'play nightingale.guard domain:0',NULL,'2026-11-22 15:16:05.619236');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',52,0,'play carp.guard above','command-52','2026-11-22 15:16:05.623186');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',53,0,'play toad.noble domain:1','command-53','2026-11-22 15:16:05.627181');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',54,0,'play butterfly.noble domain:0','command-54','2026-11-22 15:16:05.631189');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',55,1,'play toad.plain domain:1',NULL,'2026-11-22 15:16:05.634145');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',56,1,'play butterfly.plain below',NULL,'2026-11-22 15:16:05.637050');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',57,1,'play carp.noble domain:0',NULL,'2026-11-22 15:16:05.639940');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',58,0,'play nightingale.spy domain:0','command-58','2026-11-22 15:16:05.644130');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',59,0,'play hare.plain domain:1','command-59','2026-11-22 15:16:05.648186');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',60,0,'play butterfly.guard above','command-60','2026-11-22 15:16:05.652231');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',61,1,'play hare.plain above',NULL,'2026-11-22 15:16:05.655184');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',62,1,'play carp.noble domain:0',NULL,'2026-11-22 15:16:05.658254');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',63,1,'play butterfly.assassin domain:1',NULL,'2026-11-22 15:16:05.661079');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',64,1,'kill butterfly.noble domain:1',NULL,'2026-11-22 15:16:05.664088');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',65,0,'play hare.plain domain:1','command-65','2026-11-22 15:16:05.668231');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',66,0,'play butterfly.spy above','command-66','2026-11-22 15:16:05.672189');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',67,0,'play carp.noble domain:0','command-67','2026-11-22 15:16:05.676174');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',68,1,'play stag.guard above',NULL,'2026-11-22 15:16:05.680088');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',69,1,'play carp.guard domain:0',NULL,'2026-11-22 15:16:05.683059');
INSERT INTO "events" VALUES('gDUxHOBb061KRIqo3-984Q',70,1,'play stag.plain domain:1',NULL,'2026-11-22 15:16:05.686056');
INSERT INTO "events" VALUES('DVtmnTAhFlwxW7JdzdPtpA',0,2,'play toad.noble below',NULL,'2026-11-22 15:16:05.702577');
INSERT INTO "events" VALUES('DVtmnTAhFlwxW7JdzdPtpA',1,2,'play carp.spy domain:2',NULL,'2026-11-22 15:16:05.706318');
INSERT INTO "events" VALUES('DVtmnTAhFlwxW7JdzdPtpA',2,2,'play nightingale.noble domain:0',NULL,'2026-11-22 15:16:05.709213');
CREATE TABLE seats (
	table_id VARCHAR(43) NOT NULL, 
	seat INTEGER NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	owner VARCHAR(100), 
	bot VARCHAR(200), 
	CONSTRAINT pk_seats PRIMARY KEY (table_id, seat), 
	CONSTRAINT fk_seats_tables FOREIGN KEY(table_id) REFERENCES tables (id), 
	CONSTRAINT uq_seats_table_id_owner UNIQUE (table_id, owner), 
	CONSTRAINT ck_seats_ck_seats_kind CHECK ((kind = 'human' AND bot IS NULL) OR (kind = 'bot' AND bot IS NOT NULL AND owner IS NULL))
);
INSERT INTO "seats" VALUES('Kd-jO7YKsoZCb7GP7V7SmQ',0,'human','Ann','owner-of-ann',NULL);
INSERT INTO "seats" VALUES('Kd-jO7YKsoZCb7GP7V7SmQ',1,'bot','Bo',NULL,'random');
INSERT INTO "seats" VALUES('Kd-jO7YKsoZCb7GP7V7SmQ',2,'bot','Cy',NULL,'random');
INSERT INTO "seats" VALUES('E-8dQkbhU74CFYBPt9Brzw',0,'bot','Bo',NULL,'random');
INSERT INTO "seats" VALUES('E-8dQkbhU74CFYBPt9Brzw',1,'bot','Cy',NULL,'random');
INSERT INTO "seats" VALUES('E-8dQkbhU74CFYBPt9Brzw',2,'human','Ann','owner-of-ann',NULL);
INSERT INTO "seats" VALUES('E-8dQkbhU74CFYBPt9Brzw',3,'bot','Di',NULL,'random');
INSERT INTO "seats" VALUES('gDUxHOBb061KRIqo3-984Q',0,'human','Ann','owner-of-ann',NULL);
INSERT INTO "seats" VALUES('gDUxHOBb061KRIqo3-984Q',1,'bot','Bo',NULL,'random');
INSERT INTO "seats" VALUES('DVtmnTAhFlwxW7JdzdPtpA',0,'human','Ann','owner-of-somebody-else',NULL);
INSERT INTO "seats" VALUES('DVtmnTAhFlwxW7JdzdPtpA',1,'bot','Bo',NULL,'random');
INSERT INTO "seats" VALUES('DVtmnTAhFlwxW7JdzdPtpA',2,'bot','Cy',NULL,'random');
CREATE TABLE tables (
	id VARCHAR(43) NOT NULL, 
	format VARCHAR(32) NOT NULL, 
	game VARCHAR(64) NOT NULL, 
	rules VARCHAR(32) NOT NULL, 
	options JSON NOT NULL, 
	deal JSON NOT NULL, 
	seed BIGINT, 
	bot_seed BIGINT NOT NULL, 
	created DATETIME NOT NULL, 
	version INTEGER NOT NULL, 
	to_move INTEGER, 
	CONSTRAINT pk_tables PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('Kd-jO7YKsoZCb7GP7V7SmQ','courtly-match/1','courtisans','1','{"players": 3}','{"first": 2, "deck": ["butterfly.noble", "toad.noble", "toad.spy", "toad.spy", "stag.plain", "carp.assassin", "toad.noble", "nightingale.noble", "carp.spy", "toad.plain", "nightingale.guard", "toad.plain", "stag.assassin", "hare.guard", "toad.assassin", "hare.spy", "butterfly.noble", "stag.noble", "nightingale.assassin", "butterfly.noble", "toad.assassin", "hare.assassin", "stag.noble", "stag.guard", "hare.spy", "nightingale.noble", "stag.assassin", "hare.assassin", "stag.spy", "toad.plain", "carp.plain", "nightingale.plain", "nightingale.assassin", "carp.plain", "nightingale.plain", "hare.noble", "hare.guard", "butterfly.plain", "carp.assassin", "nightingale.noble", "nightingale.guard", "carp.plain", "toad.noble", "carp.guard", "butterfly.noble", "toad.plain", "butterfly.plain", "carp.noble", "nightingale.spy", "butterfly.guard", "hare.plain", "carp.noble", "hare.plain", "butterfly.assassin", "carp.noble", "hare.plain", "butterfly.spy", "stag.plain", "carp.guard", "stag.guard", "carp.plain", "toad.guard", "nightingale.spy", "stag.plain", "stag.guard", "nightingale.noble", "butterfly.assassin", "stag.spy", "carp.spy", "stag.plain", "butterfly.guard", "toad.guard"], "missions": [["nobles-3", "fallen-at-least-2"], ["fewer-nightingale", "fallen-carp"], ["fewer-butterfly", "fallen-nightingale"]]}',7,4228409180405818812,'2026-11-22 15:16:05.335068',3,0);
INSERT INTO "tables" VALUES('E-8dQkbhU74CFYBPt9Brzw','courtly-match/1','courtisans','1','{"players": 4}','{"first": 0, "deck": ["butterfly.guard", "toad.guard", "nightingale.assassin", "toad.plain", "hare.noble", "stag.noble", "butterfly.assassin", "nightingale.noble", "nightingale.noble", "hare.assassin", "stag.guard", "carp.plain", "nightingale.guard", "toad.noble", "hare.spy", "stag.guard", "carp.guard", "hare.plain", "toad.guard", "carp.spy", "stag.spy", "carp.assassin", "butterfly.spy", "hare.assassin", "nightingale.guard", "butterfly.noble", "hare.plain", "hare.plain", "nightingale.spy", "toad.noble", "carp.spy", "stag.plain", "carp.plain", "nightingale.plain", "toad.assassin", "toad.plain", "toad.noble", "carp.noble", "butterfly.plain", "nightingale.plain", "carp.guard", "carp.noble", "carp.plain", "stag.assassin", "carp.noble", "hare.plain", "hare.noble", "stag.noble", "stag.plain", "nightingale.spy", "toad.noble", "carp.guard", "butterfly.assassin", "butterfly.noble", "nightingale.noble", "nightingale.assassin", "hare.spy", "stag.plain", "nightingale.guard", "butterfly.plain", "butterfly.guard", "nightingale.plain", "stag.plain", "carp.assassin", "stag.assassin", "butterfly.guard", "carp.plain", "stag.noble", "nightingale.noble", "butterfly.plain", "toad.plain", "toad.assassin", "nightingale.plain", "hare.guard", "stag.noble", "stag.spy", "toad.spy", "hare.guard", "butterfly.spy", "hare.noble", "hare.noble", "butterfly.noble", "toad.plain", "hare.guard"], "missions": [["guards-4", "fallen-nightingale"], ["fewer-butterfly", "fallen-hare"], ["fewer-hare", "below-every-family"], ["nobles-3", "below-5"]]}',4800609687154169,7770009119167352718,'2026-11-22 15:16:05.358516',19,2);
INSERT INTO "tables" VALUES('gDUxHOBb061KRIqo3-984Q','courtly-match/1','courtisans','1','{"players": 2}','{"first": 0, "deck": ["butterfly.noble", "toad.noble", "toad.spy", "toad.spy", "stag.plain", "carp.assassin", "nightingale.noble", "carp.spy", "toad.noble", "toad.plain", "nightingale.guard", "toad.plain", "stag.assassin", "hare.guard", "toad.assassin", "hare.spy", "butterfly.noble", "stag.noble", "nightingale.assassin", "butterfly.noble", "toad.assassin", "hare.assassin", "stag.noble", "stag.guard", "hare.spy", "nightingale.noble", "stag.assassin", "hare.assassin", "stag.spy", "toad.plain", "carp.plain", "nightingale.plain", "nightingale.assassin", "carp.plain", "nightingale.plain", "hare.noble", "hare.guard", "butterfly.plain", "carp.assassin", "nightingale.noble", "nightingale.guard", "carp.plain", "toad.noble", "carp.guard", "butterfly.noble", "toad.plain", "butterfly.plain", "carp.noble", "nightingale.spy", "butterfly.guard", "hare.plain", "carp.noble", "hare.plain", "butterfly.assassin", "carp.noble", "hare.plain", "butterfly.spy", "stag.plain", "carp.guard", "stag.guard"], "missions": [["fewer-hare", "fallen-stag"], ["fewer-stag", "below-5"]]}',7,3933927560256482553,'2026-11-22 15:16:05.431458',71,NULL);
INSERT INTO "tables" VALUES('DVtmnTAhFlwxW7JdzdPtpA','courtly-match/1','courtisans','1','{"players": 3}','{"first": 2, "deck": ["butterfly.noble", "toad.noble", "toad.spy", "toad.spy", "stag.plain", "carp.assassin", "toad.noble", "nightingale.noble", "carp.spy", "toad.plain", "nightingale.guard", "toad.plain", "stag.assassin", "hare.guard", "toad.assassin", "hare.spy", "butterfly.noble", "stag.noble", "nightingale.assassin", "butterfly.noble", "toad.assassin", "hare.assassin", "stag.noble", "stag.guard", "hare.spy", "nightingale.noble", "stag.assassin", "hare.assassin", "stag.spy", "toad.plain", "carp.plain", "nightingale.plain", "nightingale.assassin", "carp.plain", "nightingale.plain", "hare.noble", "hare.guard", "butterfly.plain", "carp.assassin", "nightingale.noble", "nightingale.guard", "carp.plain", "toad.noble", "carp.guard", "butterfly.noble", "toad.plain", "butterfly.plain", "carp.noble", "nightingale.spy", "butterfly.guard", "hare.plain", "carp.noble", "hare.plain", "butterfly.assassin", "carp.noble", "hare.plain", "butterfly.spy", "stag.plain", "carp.guard", "stag.guard", "carp.plain", "toad.guard", "nightingale.spy", "stag.plain", "stag.guard", "nightingale.noble", "butterfly.assassin", "stag.spy", "carp.spy", "stag.plain", "butterfly.guard", "toad.guard"], "missions": [["nobles-3", "fallen-at-least-2"], ["fewer-nightingale", "fallen-carp"], ["fewer-butterfly", "fallen-nightingale"]]}',7,7484163018284326394,'2026-11-22 15:16:05.693655',3,0);
CREATE INDEX ix_seats_owner ON seats (owner);
COMMIT;
