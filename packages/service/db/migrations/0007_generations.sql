ALTER TABLE "schemas" ADD COLUMN "generation" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "schemas" ADD COLUMN "earlier_key_checks" json DEFAULT '{}'::json NOT NULL;