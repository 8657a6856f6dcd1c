import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { databaseTypes } from './types.ts'

/** One engine for all, emptied in between: to start one takes seconds. */
let engine: PGlite
beforeAll(async () => {
  engine = await PGlite.create()
})
afterEach(() => engine.exec('drop schema public cascade; create schema public'))
afterAll(() => engine?.close())

test('the type generator describes each table and view as Kysely reads and writes it', async () => {
  const types = await generateTypes(`
    create type mood as enum ('glad', 'sad');
    create domain pence as bigint check (value >= 0);
    create table gift (
      id uuid primary key default gen_random_uuid(),
      number bigint generated always as identity,
      title text not null,
      price pence not null,
      vat numeric(12, 4),
      mood mood not null,
      moods mood[] not null default '{}',
      channel text not null check (channel in ('email', 'sms')),
      size varchar(9) check (size in ('s', 'it''s')),
      kind text not null check (kind = 'only'),
      length text not null check (length(length) > 2),
      tags text[],
      detail jsonb not null default '{}',
      photo bytea,
      sent_on date,
      created_at timestamptz not null default now(),
      shouted text generated always as (upper(title)) stored
    );
    create view gift_title as select id, title from gift;
  `)
  expect(types).toContain(`import type { Generated, GeneratedAlways } from 'kysely'`)
  expect(types).toContain(`export interface GiftTable {
  id: Generated<string>
  number: GeneratedAlways<number>
  title: string
  price: number
  vat: string | null
  mood: 'glad' | 'sad'
  moods: Generated<('glad' | 'sad')[]>
  channel: 'email' | 'sms'
  size: 's' | 'it\\'s' | null
  kind: 'only'
  length: string
  tags: string[] | null
  detail: Generated<Json>
  photo: Uint8Array | null
  sent_on: string | null
  created_at: Generated<Date>
  shouted: GeneratedAlways<string | null>
}`)
  expect(types).toContain('export interface GiftTitleTable {\n  id: string | null\n  title: string | null\n}')
  expect(types).toContain('export interface Database {\n  gift: GiftTable\n  gift_title: GiftTitleTable\n}')
})

test('the type generator names the migration that fails, and where', async () => {
  await expect(generateTypes('create table fine ();\nselect * from nowhere')).rejects.toThrow(
    'Migration 0001-test.sql failed at line 2: relation "nowhere" does not exist',
  )
})

test('the type generator refuses a type that it cannot translate', async () => {
  await expect(generateTypes('create table odd (place point)')).rejects.toThrow(
    'no TypeScript type for odd.place (point)',
  )
})

async function generateTypes(sql: string) {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  writeFileSync(join(folder, '0001-test.sql'), sql)
  try {
    return await databaseTypes(folder, engine)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
