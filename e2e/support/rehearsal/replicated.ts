import pg from 'pg'
import {
  ensurePostgresWithClients,
  promote,
  type RunningPostgres,
  startPostgres,
  startStandby,
  stopServer,
} from '#tools/postgres.mjs'
import { openRelay } from './relay.ts'

/** A PostgreSQL with a replica that has every confirmed transaction, behind one address. */
export interface ReplicatedPostgres {
  /** Of its superuser, by the address that stays. */
  url: string
  port: number
  /** Makes a replica that confirms with the first server, where there is none. */
  replicate(): Promise<void>
  /** The first server crashes, and its replica takes over. */
  failOver(): Promise<void>
  close(): Promise<void>
}

export async function openReplicatedPostgres(): Promise<ReplicatedPostgres> {
  let primary = await startPostgres({ withClients: ensurePostgresWithClients() })
  let standby: RunningPostgres | null = null
  const relay = await openRelay(serverPort(primary))
  const replicate = async () => {
    if (standby) return
    standby = await startStandby(primary)
    await inAdmin(primary.url, async (admin) => {
      await admin.query("alter system set synchronous_standby_names = 'standby'")
      await admin.query('select pg_reload_conf()')
      for (let attempt = 0; ; attempt++) {
        const { rows } = await admin.query("select from pg_stat_replication where sync_state = 'sync'")
        if (rows.length) return
        if (attempt === 300) throw new Error('the replica does not follow')
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    })
  }
  return {
    url: `postgres://postgres@127.0.0.1:${relay.port}/postgres`,
    port: relay.port,
    replicate,
    failOver: async () => {
      const [old, next] = [primary, standby!]
      stopServer(old.control, 'immediate')
      promote(next.control)
      relay.moveTo(serverPort(next))
      ;[primary, standby] = [next, null]
      old.stop()
    },
    close: async () => {
      await relay.close()
      standby?.stop()
      primary.stop()
    },
  }
}

const serverPort = ({ url }: RunningPostgres) => Number(new URL(url).port)

async function inAdmin(url: string, work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}
