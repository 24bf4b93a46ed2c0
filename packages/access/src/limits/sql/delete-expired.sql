-- Windows that are over; the time is an instance's, in milliseconds, as rate-limiter-flexible writes it.
delete from rate_limits where expire < $1
