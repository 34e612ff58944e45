/**
 * `npm run doctor`: reads the settings as a server does, tries what they lead to, and prints a line for each with what to do.
 * `-- --dkim SELECTOR` looks for that key of the sender's domain. Exits with 1 if anything is left to do.
 */
import { readConfig } from '#server/config.ts'
import { parseArgs } from 'node:util'
import { runTask } from './command-line.ts'
import { printChecks } from './doctor/print-checks.ts'
import { siteChecks } from './doctor/site-checks.ts'

function parseOptions() {
  try {
    return parseArgs({ options: { dkim: { type: 'string' } } }).values
  } catch {
    console.error('Usage: npm run doctor [-- --dkim SELECTOR]')
    process.exit(2)
  }
}

const { dkim } = parseOptions()
await runTask(() => printChecks(siteChecks(readConfig(process.env), dkim)))
