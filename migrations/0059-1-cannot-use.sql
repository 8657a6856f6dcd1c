-- Why a person cannot use their award, as they said on its page, until something was done about it.
alter table award
  add column cannot_use text check (cannot_use in ('too-far', 'no-id', 'not-accepted', 'cannot-go', 'other'));
-- What was said before stood in the timeline alone.
update award set cannot_use = said.reason
from (
  select distinct on (award_id) award_id, substring(reason from '^cannot use it: (.*)$') as reason, id
  from award_event where actor_kind = 'recipient' and reason like 'cannot use it: %' order by award_id, id desc) as said
where said.award_id = award.id
  and award.status in ('issued', 'reissued', 'delivered', 'opened', 'rail-chosen', 'code-generated', 'part-cashed')
  and not exists (
    select from award_event where award_id = award.id and id > said.id and to_status = 'reissued' and from_status is distinct from to_status);
