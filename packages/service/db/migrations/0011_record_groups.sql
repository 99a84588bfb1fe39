CREATE TABLE "record_groups" (
	"upload" "bytea" NOT NULL,
	"number" bigint NOT NULL,
	"data" "bytea" NOT NULL,
	CONSTRAINT "record_groups_upload_number_pk" PRIMARY KEY("upload","number")
) WITH (toast_tuple_target = 8160);
--> statement-breakpoint
ALTER TABLE "record_groups" ALTER COLUMN "data" SET STORAGE EXTERNAL;
--> statement-breakpoint
CREATE TABLE "stale_groups" (
	"upload" "bytea" NOT NULL,
	"number" bigint NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"version" bigint NOT NULL,
	CONSTRAINT "stale_groups_upload_number_pk" PRIMARY KEY("upload","number")
);
