-- For identity's database after a restore (docs/runbooks/restore.md): whoever had asked for their account's deletion by then may have taken the
-- wish back since. So each has all days of grace again (DELETION_GRACE_DAYS), and is told the new day, as after a suspension. The database may
-- be of an older release: each statement is read only when it is reached.
DO $$
BEGIN
  IF to_regclass('account_deletions') IS NULL THEN
    RETURN;
  END IF;
  UPDATE account_deletions SET erase_at = now() + interval '7 days', postponed = false;
  IF EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'account_deletions'::regclass AND attname = 'told_administrator') THEN
    UPDATE account_deletions SET told_administrator = false;
  END IF;
  INSERT INTO outbox (id, type, data)
  SELECT gen_random_uuid(), 'identity.account-deletion-scheduled', jsonb_build_object(
    'userId', users.id, 'email', users.email, 'name', users.name,
    'eraseAt', to_char(again.erase_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  FROM account_deletions AS again JOIN users ON users.id = again.user_id
  WHERE users.suspended_at IS NULL;
END
$$;
