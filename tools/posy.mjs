#!/usr/bin/env node
/** `npm run posy -- <command>`: the operator's command line, on the project's own Node. */
import { becomeProjectNode, ensureInstalled } from './bootstrap.mjs'
import { program } from './build.mjs'

ensureInstalled({ dev: false })
becomeProjectNode([program('cli'), ...process.argv.slice(2)], {
  NODE_ENV: process.env.NODE_ENV ?? 'production',
})
