-- What programs search for in vain is listed once it was asked for in three half hours, told apart as people are: a half
-- hour is in one of 16 groups, another one for each query, and bit n stands for group n.

alter table program_queries rename column times to half_hours;
alter table program_queries drop constraint program_queries_times_check;
alter table program_queries add check (half_hours between 1 and 65535);
