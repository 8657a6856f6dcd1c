import { type RawBuilder, sql } from 'kysely'
import { type Condition, MOST_FOUND, NO_PURCHASE, NO_STATUS, NO_TEAM, OF_TEAM, type Question } from './hit-columns.ts'

export const clients = (condition: Condition) => sql`select 'program' as kind, client.id, client.name as title,
    concat_ws(' · ', client.id, coalesce(brand.name, 'program'), case when client.revoked_at is not null then 'stopped' end) as detail,
    ${NO_STATUS}, ${OF_TEAM}, ${NO_PURCHASE}
  from client left join team on team.id = client.team_id left join brand on brand.id = client.brand_id
  where client.kind <> 'web' and ${condition} order by client.revoked_at nulls first, client.name, client.id`

/** Tills of the till page where this code was typed, which no gift has. */
export const tillsThatTyped = (fingerprint: Buffer): Question => ({
  kind: 'program',
  rows: sql`select distinct on (client.id) 'program' as kind, client.id, client.name as title,
      concat_ws(' · ', client.id, brand.name, 'typed there on ' || to_char(refusal.at at time zone 'Europe/London', 'FMDD Mon YYYY, HH24:MI') || ', no gift has it') as detail,
      ${NO_STATUS}, ${NO_TEAM}, ${NO_PURCHASE}
    from till_refusal refusal join client on client.id = refusal.client_id left join brand on brand.id = client.brand_id
    where refusal.fingerprint = ${fingerprint} order by client.id, refusal.id desc`,
})

export const keys = (condition: Condition) => sql`select 'program' as kind, key.id::text, key.name as title,
    concat_ws(' · ', 'API key ' || key.hint || '…', case when key.revoked_at is not null then 'stopped' end) as detail,
    ${NO_STATUS}, ${OF_TEAM}, ${NO_PURCHASE}
  from api_key key join team on team.id = key.team_id
  where ${condition} order by key.revoked_at nulls first, key.created_at desc, key.id`

/** What programs and keys asked, by the id of the answer or by the one they sent: one hit of each program, which leads to all. */
export const requests = (
  ids: RawBuilder<unknown>,
) => sql`select distinct on (request.api_key_id, request.client_id) 'request' as kind,
    coalesce(request.api_key_id::text, request.client_id) as id,
    case when request.request_id = any(${ids}) then request.request_id else request.caller_request_id end as title,
    concat_ws(' · ', request.method || ' ' || request.path, request.status, request.code,
      to_char(request.at at time zone 'Europe/London', 'FMDD Mon YYYY HH24:MI'), coalesce(key.name, client.name)) as detail,
    ${NO_STATUS}, ${OF_TEAM}, ${NO_PURCHASE}
  from api_request request left join api_key key on key.id = request.api_key_id left join client on client.id = request.client_id
  left join team on team.id = coalesce(key.team_id, client.team_id)
  where request.id in (select id from api_request where request_id = any(${ids})
    union all (select id from api_request where caller_request_id = any(${ids}) limit ${MOST_FOUND}))
  order by request.api_key_id, request.client_id, request.id desc`
