CREATE TABLE "record_versions" (
	"upload" "bytea" NOT NULL,
	"number" bigint NOT NULL,
	"place_upload" "bytea" NOT NULL,
	"place_number" bigint NOT NULL,
	CONSTRAINT "record_versions_upload_number_pk" PRIMARY KEY("upload","number")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "record_versions_place" ON "record_versions" USING btree ("place_upload","place_number");