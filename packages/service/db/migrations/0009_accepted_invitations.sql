-- Invitations that were followed are over: those people are members.
DELETE FROM "invitations" USING "users" WHERE "users"."id" = "invitations"."user_id" AND "users"."is_active";
--> statement-breakpoint
-- Whoever has not followed theirs has no place before they accept.
DELETE FROM "team_members" USING "teams", "invitations" WHERE "teams"."id" = "team_members"."team_id" AND "invitations"."organization_id" = "teams"."organization_id" AND "invitations"."user_id" = "team_members"."user_id";
--> statement-breakpoint
DELETE FROM "organization_users" USING "invitations", "organizations" WHERE "invitations"."organization_id" = "organization_users"."organization_id" AND "invitations"."user_id" = "organization_users"."user_id" AND "organizations"."id" = "organization_users"."organization_id" AND "organizations"."owner" <> "organization_users"."id";
