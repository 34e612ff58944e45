import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '#server/shared/clock.ts'
import { createTempFolder, generateFilm } from '#test/fixtures/generated-films.ts'
import { freePort } from '#test/processes/free-port.ts'
import { openMailServer } from '#test/services/smtp-server.ts'
import { openGateway } from '../../simulators/payment-gateway/gateway.ts'
import {
  addFilm,
  buyAndPlay,
  enrolOwner,
  openBrowser,
  openPage,
  openService,
  readOpenSteps,
  signUp,
  tryProviders,
} from './going-live/browser-walk.ts'
import {
  bootContainer,
  commandsOf,
  poll,
  prepareDebian,
  runInShell,
  runOrThrow,
  type Shell,
} from './going-live/debian-container.ts'
import { alertSettings, dkimSelector, startStandIns } from './going-live/stand-ins.ts'
import { reasonToSkip } from './reason-to-skip.ts'

const root = join(import.meta.dirname, '../..')
const hostname = 'hanpyeon.example'
const origin = `https://${hostname}`
const owner = `you@${hostname}`
const keys = { secret_key: 'test_sk_walk', client_key: 'test_ck_walk', merchant_id: 'walk' }

/** Stands in for the test mode of Toss Payments, with keys that are not those of the simulator. */
async function startGateway(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hanpyeon-gateway-'))
  const gateway = await openGateway({
    ...keys,
    port: await freePort(),
    file: join(folder, 'gateway.jsonl'),
    clock: systemClock,
    webhook_url: () => undefined,
  })
  onTestFinished(async () => {
    await gateway.close()
    await rm(folder, { recursive: true })
  })
  return gateway.origin
}

/** A container with the commit as a bundle of git; a clone of this folder may be a worktree. */
async function openContainer(): Promise<Shell> {
  const folder = await mkdtemp(join(tmpdir(), 'hanpyeon-debian-'))
  const code = join(folder, 'code')
  const data = join(folder, 'data')
  await Promise.all([mkdir(code), mkdir(data)])
  await Promise.all([folder, code].map((path) => chmod(path, 0o755)))
  runOrThrow('git', ['-C', root, 'bundle', 'create', '--quiet', join(code, 'main.bundle'), 'HEAD'])
  const { NODE_EXTRA_CA_CERTS: authorities } = process.env
  if (authorities) await copyFile(authorities, join(code, 'authorities.pem'))
  else await writeFile(join(code, 'authorities.pem'), '')
  const { shell, stop } = await bootContainer({ code, data })
  onTestFinished(async () => {
    await stop()
    await rm(folder, { recursive: true })
  })
  await runInShell(shell, 'cp /mnt/code/authorities.pem /etc/authorities.pem')
  return shell
}

type Step = { name: string; seconds: number }

/** Walks the steps in a container, and keeps their times. */
function createWalk(shell: Shell, steps: Step[]) {
  async function measure<R>(name: string, work: () => R): Promise<Awaited<R>> {
    const startedAt = performance.now()
    const result = await work()
    steps.push({ name, seconds: (performance.now() - startedAt) / 1000 })
    return result
  }
  const inCode = (commands: string, input?: string) =>
    runInShell(shell, `cd /opt/hanpyeon 2>/dev/null || cd /; ${commands}`, input)
  return {
    measure,
    inCode,
    walk: (step: number, name: string, commands = commandsOf(step), input?: string) =>
      measure(`${step}. ${name}`, () => inCode(commands, input)),
  }
}

/** Parts of going live that need the world outside of this machine, and what stands in for them here. */
const notWalked = [
  'a domain: a DNS server answers every name with this machine',
  'a certificate that browsers know: Pebble signs it by the same protocol as a public authority',
  'mail on the internet: Postfix signs it and hands it to a server of the test, and no mailbox judges it',
  'Toss Payments: the simulator takes test keys, and live keys are never set',
  'SMS and identity verification: PHONE_VERIFICATION=off, their providers are tried in tests of their own',
]

/** The steps with the time at which each was done, from the first on. */
function printClock(steps: readonly Step[]) {
  for (const part of notWalked) console.log(`Not walked here: ${part}.`)
  let clock = 0
  for (const { name, seconds } of steps) {
    clock += seconds
    const [minutes, rest] = [Math.floor(clock / 60), Math.round(clock % 60)]
    console.log(`${name} | ${seconds.toFixed(0)} s | ${minutes}:${String(rest).padStart(2, '0')}`)
  }
}

test('the ten steps lead from a fresh Debian to a film that is bought and played', async (context) => {
  const reason = reasonToSkip({ packages: ['debootstrap', 'systemd-container'], root: true })
  if (reason) return context.skip(reason)
  const steps: Step[] = [{ name: '1. programs', seconds: prepareDebian() }]
  onTestFinished(() => printClock(steps))
  const mail = await openMailServer()
  const gateway = await startGateway()
  const shell = await openContainer()
  const { measure, inCode, walk } = createWalk(shell, steps)
  await runInShell(shell, 'systemctl start postgresql; chown hanpyeon: /var/lib/hanpyeon')

  await walk(2, 'code', commandsOf(2).replace('REPOSITORY', '/mnt/code/main.bundle'))
  await startStandIns(shell, { mail_port: mail.port })
  await walk(3, 'database')
  const settings = [
    origin,
    'postgres://hanpyeon_owner:OWNER_PASSWORD@127.0.0.1/hanpyeon',
    'postgres://hanpyeon_web:WEB_PASSWORD@127.0.0.1/hanpyeon',
    '',
    'smtp://127.0.0.1:25',
    `no-reply@${hostname}`,
    '',
    '',
    ...Object.values(keys),
  ]
  const asked = await walk(4, 'settings, tables', commandsOf(4), `${settings.join('\n')}\n`)
  expect(asked).toMatch(/^ok +database/m)
  expect(asked).toContain('Ran 0001')
  // Only the simulator is not at the address of Toss Payments.
  await inCode(`echo TOSS_BASE_URL=${gateway} >> .env`)
  await walk(5, 'services')
  await walk(6, 'certificate, nginx')
  await measure('   the site is ready', () =>
    poll('the site is not ready', 120_000, async () => {
      const { status } = await shell(`curl -fsS ${origin}/readyz`)
      return status === 0
    }),
  )
  await walk(7, 'alerts', commandsOf(7).replace(/^editor .*$/m, alertSettings))
  await expect.poll(() => mail.received.map(({ to }) => to)).toEqual([`operator@${hostname}`])
  const checks = await walk(8, 'checks', commandsOf(8).replace('SELECTOR', dkimSelector))
  expect(checks.split('\n').filter((line) => line.startsWith('to do'))).toEqual([])

  const link = /https:\/\/\S+/.exec(await walk(9, 'first owner'))?.[0] ?? ''
  const browser = await openBrowser(hostname)
  onTestFinished(() => browser.close())
  const studio = await openPage(browser, origin)
  await measure('   password, second factor', () => enrolOwner(studio, link, owner))
  await measure('   company, documents', () => openService(studio))
  await using films = await createTempFolder()
  const film = await generateFilm(films.path, { name: 'film.mp4', size: '640x360', seconds: 24 })
  await measure('10. film uploaded, encoded, published', () => addFilm(studio, film))
  await measure('    mail, keys and storage tried', () => tryProviders(studio))
  await expect.poll(() => mail.received.map(({ to }) => to)).toContain(owner)
  expect(await readOpenSteps(studio)).toEqual([])
  const viewer = await openPage(browser, origin)
  const readCode = async (email: string) => {
    const find = () => mail.received.find(({ to }) => to === email)
    await expect.poll(find).toBeDefined()
    const { raw, headers, text } = find()!
    expect(headers['dkim-signature']).toContain(`s=${dkimSelector}`)
    await runInShell(shell, 'opendkim-testmsg', raw)
    return /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? ''
  }
  await measure('    viewer signs up', () => signUp(viewer, 'viewer@example.com', readCode))
  const served = await measure('    viewer pays, film plays', () => buyAndPlay(viewer))
  for (const file of [/main\.m3u8$/, /\.key$/, /\/00000\.m4s$/])
    expect(served.filter((line) => line.startsWith('200 ') && file.test(line))).not.toEqual([])

  expect(await walk(10, 'backup')).toMatch(/^\d{4}-\d\d-\d\d-\d{4}$/m)
  const restore = 'runuser --user hanpyeon -- npm run backup -- --verify /var/backups/hanpyeon/*'
  expect(await measure('    backup restored', () => inCode(restore))).toContain('can be restored')
  expect(await inCode('systemctl list-timers --no-pager')).toMatch(/certbot|hanpyeon-backup/)
  // nginx shows a renewed certificate, and one that ends tomorrow is seen.
  await inCode(
    'certbot renew --force-renewal --no-random-sleep-on-renew --required-profile tomorrow',
  )
  await inCode(`curl -fsS ${origin}/readyz`)
  const warnings = await inCode(`${commandsOf(8)} || true`)
  expect(warnings).toMatch(/^to do +certificate: It ends in 1 days/m)
  for (const unit of ['hanpyeon-server@3000', 'hanpyeon-worker', 'hanpyeon-backup']) {
    const report = await inCode(`systemd-analyze security '${unit}'`)
    const level = /exposure level for .*?: (?<level>[\d.]+)/.exec(report)?.groups?.['level']
    expect(Number(level)).toBeLessThanOrEqual(3)
  }
}, 2_700_000)
