/**
 * `npm run setup`: asks for the settings of a site and writes them to `.env`, readable by its owner only; never changes an
 * existing one. Then checks what the settings lead to, as `npm run doctor` does. `-- --file FILE` takes another file.
 */
import { readConfig } from '#server/config.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs, parseEnv } from 'node:util'
import { resolveCliPath, runTask } from './command-line.ts'
import { printChecks } from './doctor/print-checks.ts'
import { siteChecks } from './doctor/site-checks.ts'
import { askSettings } from './setup/ask-settings.ts'
import { fillTemplate } from './setup/fill-template.ts'

const root = join(import.meta.dirname, '../..')

function parseOptions() {
  try {
    const { file } = parseArgs({ options: { file: { type: 'string' } } }).values
    return file === undefined ? join(root, '.env') : resolveCliPath(file)
  } catch {
    console.error('Usage: npm run setup [-- --file FILE]')
    process.exit(2)
  }
}

const file = parseOptions()

async function writeSettings() {
  const lines = createInterface({ input: process.stdin })
  const answers = lines[Symbol.asyncIterator]()
  const ask = async (question: string) => {
    process.stdout.write(question)
    const answer = await answers.next()
    if (answer.done) throw new StartupError(`The answers ended, and ${file} was not written.`)
    return answer.value.trim()
  }
  try {
    const settings = await askSettings(ask, (text) => console.log(text))
    const template = readFileSync(join(root, '.env.example'), 'utf8')
    writeFileSync(file, fillTemplate(template, settings), { mode: 0o600, flag: 'wx' })
    console.log(`Wrote ${file}. Keep a copy of DATA_ENCRYPTION_SECRET apart from the backups.`)
  } finally {
    lines.close()
  }
}

await runTask(async () => {
  if (existsSync(file)) console.log(`${file} is there and stays as it is.`)
  else await writeSettings()
  const config = readConfig({ ...parseEnv(readFileSync(file, 'utf8')), ...process.env })
  return printChecks(siteChecks(config, undefined))
})
