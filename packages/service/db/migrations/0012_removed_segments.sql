CREATE TABLE "removed_segments" (
	"segment" "bytea" PRIMARY KEY NOT NULL
);
