-- Requests counted against limits that all instances share; the columns are rate-limiter-flexible's. Not logged: after
-- a crash all windows begin anew. The key is the limit's name and a hash of whoever is counted.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null,
  -- The end of the window in milliseconds of Unix time; the row counts nothing after it and is soon deleted.
  expire bigint not null
);
