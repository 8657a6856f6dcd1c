-- The simulated card provider opens sessions in which cards are entered (docs/decisions/0160).
alter table sandbox_card_record drop constraint sandbox_card_record_kind_check;
alter table sandbox_card_record add constraint sandbox_card_record_kind_check
  check (kind in ('token', 'payment', 'instrument', 'dispute', 'answer', 'event', 'session')) not valid;
