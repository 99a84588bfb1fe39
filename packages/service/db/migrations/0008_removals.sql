CREATE TABLE "removals" (
	"upload" "bytea" NOT NULL,
	"first" bigint NOT NULL,
	"end_number" bigint NOT NULL,
	CONSTRAINT "removals_upload_first_pk" PRIMARY KEY("upload","first")
);
--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "removed" timestamp with time zone;