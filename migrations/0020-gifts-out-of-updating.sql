-- No release changes many gifts by way of Updating, and from this one on none knows the state (decision 427): a gift that is in it by hand
-- goes back to where it came from.
update huggg set status_id = status_before_updating, status_before_updating = null,
  changed_by_kind = 'system', changed_by_id = null, change_reason = 'out of Updating'
where status_id = 7;
