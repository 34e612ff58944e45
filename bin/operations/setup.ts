/**
 * `npm run setup`: asks for the settings of a site and writes them to `.env`, readable by its owner only; never changes an
 * existing one. Then, and whenever it runs again, checks what the settings lead to. `-- --file FILE` takes another file, and
 * `--dkim SELECTOR` looks for that key of the sender's domain.
 */
import { readConfig } from '#server/config.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import { Resolver } from 'node:dns/promises'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs, parseEnv } from 'node:util'
import { resolveCliPath, runTask } from './command-line.ts'
import { askSettings } from './setup/ask-settings.ts'
import { checkSite } from './setup/check-site.ts'
import { fillTemplate } from './setup/fill-template.ts'

const root = join(import.meta.dirname, '../..')

function parseOptions() {
  try {
    const { values } = parseArgs({
      options: { file: { type: 'string' }, dkim: { type: 'string' } },
    })
    const { file, dkim } = values
    return { file: file === undefined ? join(root, '.env') : resolveCliPath(file), dkim }
  } catch {
    console.error('Usage: npm run setup [-- --file FILE --dkim SELECTOR]')
    process.exit(2)
  }
}

const { file, dkim } = parseOptions()

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
  let hasFailed = false
  for await (const { name, ok, text } of checkSite(config, {
    dkim_selector: dkim,
    resolver: new Resolver(),
  })) {
    console.log(`${ok ? 'ok   ' : 'to do'}  ${name}: ${text}`)
    if (!ok) hasFailed = true
  }
  return hasFailed ? 1 : 0
})
