import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hanpyeon-env-'))
  mkdirSync(join(folder, 'bin/app'), { recursive: true })
  for (const name of ['run.mjs', 'install.mjs', 'tasks.mjs'])
    copyFileSync(join(root, 'bin', name), join(folder, 'bin', name))
  // Nothing has to be installed.
  mkdirSync(join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package-lock.json'), '{"packages":{"":{}}}')
  const names = JSON.stringify(['SITE_URL', 'MAIL_FROM', 'SMTP_URL', 'MEDIA_TOKEN_SECRET'])
  writeFileSync(
    join(folder, 'bin/app/start.ts'),
    `console.log(JSON.stringify(${names}.map((name) => process.env[name])))`,
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Starts with these settings as `npm start` does. */
function start(settings: string | Buffer) {
  writeFileSync(join(folder, '.env'), settings)
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/run.mjs', 'start'], {
    cwd: folder,
    encoding: 'utf8',
    env: {},
  })
  return { status, output: stdout + stderr }
}

const lines = [
  'SITE_URL=https://hanpyeon.example',
  'MAIL_FROM="한편 <no-reply@hanpyeon.example>"  # the sender',
  "SMTP_URL='smtp://user:pass#word@mail'",
  `MEDIA_TOKEN_SECRET="it is 'long' enough"`,
  '# the end',
]
const values = [
  'https://hanpyeon.example',
  '한편 <no-reply@hanpyeon.example>',
  'smtp://user:pass#word@mail',
  "it is 'long' enough",
]

it.each(['\n', '\r\n'])('reads quotes and comments in lines that end in %j', (end) => {
  expect(start(lines.join(end))).toEqual({ status: 0, output: `${JSON.stringify(values)}\n` })
})

it.each([
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${lines.join('\r\n')}`)],
  ['UTF-16', Buffer.from(`\ufeff${lines.join('\r\n')}`, 'utf16le')],
  ['UTF-16 without a mark', Buffer.from(lines.join('\n'), 'utf16le')],
])('refuses %s in one line', (_, settings) => {
  expect(start(settings)).toEqual({
    status: 1,
    output: `${join(folder, '.env')} is not UTF-8 without a byte order mark: save it as that.\n`,
  })
})
