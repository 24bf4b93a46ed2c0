-- Expired windows; $1 is an instance's clock in milliseconds, as rate-limiter-flexible writes it.
delete from rate_limits where expire < $1
