-- A new password that someone has asked for by mail. It is a matter of the person alone, so it replaces no invitation.
alter table staff_challenges drop constraint staff_challenges_purpose_check;
alter table staff_challenges add constraint staff_challenges_purpose_check
  check (purpose in ('passkey-registration', 'passkey-sign-in', 'openid', 'reset'));
