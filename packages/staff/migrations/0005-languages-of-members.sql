-- The languages (BCP 47) whose texts a member changes; null for all of the tenant, also for those that come later.
-- Owners change all, whatever stands here. An empty list remains once the tenant has none of them any more.
alter table staff_memberships add column languages text[];
