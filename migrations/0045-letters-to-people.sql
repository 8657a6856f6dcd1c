-- Messages to people whom an award is for: the address is read from the award's person when one is sent.
alter table outgoing_message add column award_id uuid;
alter table outgoing_message add constraint outgoing_message_award_id_fkey foreign key (award_id) references award not valid;
alter table outgoing_message drop constraint outgoing_message_addressee;
alter table outgoing_message
  add constraint outgoing_message_addressee check (num_nonnulls(recipient_id, user_id, invite_id, award_id) = 1) not valid;
