CREATE TABLE "repeats" (
	"user_id" text NOT NULL,
	"key" text NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"digest" text NOT NULL,
	"answer" text,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "repeats_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
ALTER TABLE "repeats" ADD CONSTRAINT "repeats_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "repeats_created" ON "repeats" USING btree ("created");