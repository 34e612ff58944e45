import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { chmod, copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openMailServer } from '#test/services/smtp-server.ts'

const root = join(import.meta.dirname, '../..')
/** A Debian with the programs of the first step; made once, and kept. */
const debian = join(root, '.cache/debian-14')
const programs = 'systemd systemd-sysv dbus ca-certificates curl iproute2 adduser util-linux'.split(
  ' ',
)

/** The commands of a numbered step of docs/operations.md, Going live. */
function commandsOf(step: number): string {
  const section = /## Going live\n(.*?)\n## /s.exec(
    readFileSync(join(root, 'docs/operations.md'), 'utf8'),
  )?.[1]
  const text = section?.split(/^\*\*(?=\d+\. )/m).find((part) => part.startsWith(`${step}. `))
  const commands = [...(text ?? '').matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block)
  if (commands.length === 0) throw new Error(`step ${step} has no commands`)
  return commands.join('\n').trim()
}

const run = (command: string, args: readonly string[], input = '') =>
  spawnSync(command, args, { encoding: 'utf8', input, maxBuffer: 2 ** 28 })

function runOrThrow(command: string, args: readonly string[], input = ''): string {
  const { status, stdout, stderr, error } = run(command, args, input)
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stdout + stderr}`)
  return stdout
}

/** Makes the Debian of the container. Nothing of it starts here, and `certbot` stays out: no authority reaches this machine. */
function prepareDebian() {
  if (existsSync(debian)) return
  const draft = `${debian}.${process.pid}`
  mkdirSync(draft, { recursive: true })
  try {
    const script = '/usr/share/debootstrap/scripts/sid'
    const base = ['--variant=minbase', `--include=${programs.join()}`, 'forky', draft]
    runOrThrow('debootstrap', [...base, 'http://deb.debian.org/debian', script])
    const install = commandsOf(1).replace(/ certbot\b/, ' openssl')
    runOrThrow('systemd-nspawn', [
      '--quiet',
      '--register=no',
      '--keep-unit',
      '--as-pid2',
      '-D',
      draft,
      'sh',
      '-euc',
      install,
    ])
    renameSync(draft, debian)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/**
 * Boots a container whose changes are lost, on the network of this machine, and gives a shell in it.
 * @param code a folder with the commit as a bundle of git; a clone of this folder may be a worktree.
 */
async function bootContainer(code: string) {
  const container = spawn(
    'systemd-nspawn',
    [
      '--quiet',
      '--register=no',
      '--keep-unit',
      '--volatile=overlay',
      `--bind-ro=${code}:/mnt/code`,
      '-bD',
      debian,
    ],
    {
      env: { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' },
      stdio: ['pipe', 'ignore', 'inherit'],
    },
  )
  onTestFinished(async () => {
    container.kill('SIGTERM')
    container.kill('SIGTERM')
    if (container.exitCode === null) await once(container, 'exit')
  })
  const leader = await vi.waitUntil(
    () => run('pgrep', ['--parent', String(container.pid)]).stdout.trim() || undefined,
    { timeout: 30_000 },
  )
  const environment = [
    'HOME=/root',
    'PATH=/usr/sbin:/usr/bin:/sbin:/bin',
    'NODE_EXTRA_CA_CERTS=/mnt/code/authorities.pem',
  ]
  const shell = (commands: string, input = '') =>
    run(
      'nsenter',
      [
        '--target',
        leader,
        '--all',
        'env',
        '-i',
        ...environment,
        'bash',
        '-euo',
        'pipefail',
        '-c',
        commands,
      ],
      input,
    )
  await vi.waitUntil(
    () => shell('systemctl is-system-running || true').stdout.trim() === 'running',
    {
      timeout: 60_000,
      interval: 500,
    },
  )
  return shell
}

const missing = ['systemd-nspawn', 'debootstrap', 'nsenter'].filter(
  (program) => run(program, ['--version']).error !== undefined,
)

test('the ten steps lead from a fresh Debian to a site that is ready', async (context) => {
  if (missing.length > 0 || process.getuid?.() !== 0)
    return context.skip(`needs root and ${missing.join(', ') || 'nothing else'}`)
  prepareDebian()
  const mail = await openMailServer()
  const code = await mkdtemp(join(tmpdir(), 'hanpyeon-code-'))
  await chmod(code, 0o755)
  onTestFinished(() => rm(code, { recursive: true }))
  runOrThrow('git', ['-C', root, 'bundle', 'create', '--quiet', join(code, 'main.bundle'), 'HEAD'])
  // This machine may reach the registry through a proxy whose authority it knows.
  const { NODE_EXTRA_CA_CERTS: authorities } = process.env
  if (authorities) await copyFile(authorities, join(code, 'authorities.pem'))
  const shell = await bootContainer(code)
  const times: string[] = []
  const walk = (step: number, commands = commandsOf(step), input = '') => {
    const startedAt = performance.now()
    const { status, stdout, stderr } = shell(
      `cd /opt/hanpyeon 2>/dev/null || cd /; ${commands}`,
      input,
    )
    times.push(`${step}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
    expect(status, `step ${step}\n${stdout}${stderr}`).toBe(0)
    return stdout
  }
  shell('echo "127.0.0.1 hanpyeon.example" >> /etc/hosts; systemctl start postgresql')
  walk(1, 'adduser --system --group --home /var/lib/hanpyeon hanpyeon || true')
  walk(2, `${commandsOf(2).replace('REPOSITORY', '/mnt/code/main.bundle')}`)
  walk(3)
  const settings = [
    'https://hanpyeon.example',
    'postgres://hanpyeon_owner:OWNER_PASSWORD@127.0.0.1/hanpyeon',
    'postgres://hanpyeon_web:WEB_PASSWORD@127.0.0.1/hanpyeon',
    '',
    mail.url,
    '한편 <no-reply@hanpyeon.example>',
    '',
    '',
  ]
  const asked = walk(4, `${commandsOf(4)} || true`, `${settings.join('\n')}\n`)
  expect(asked).toMatch(/^ok +database/m)
  expect(walk(5)).toContain('Ran 0001')
  walk(6)
  const certificate =
    'd=/etc/letsencrypt/live/hanpyeon.example; mkdir -p $d; openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 ' +
    '-nodes -days 30 -subj /CN=hanpyeon.example -addext subjectAltName=DNS:hanpyeon.example -keyout $d/privkey.pem ' +
    '-out $d/fullchain.pem; cp $d/fullchain.pem /usr/local/share/ca-certificates/test.crt; update-ca-certificates'
  walk(7, commandsOf(7).replace(/^certbot .*$/m, certificate))
  await vi.waitUntil(() => shell('curl -fsS https://hanpyeon.example/readyz').status === 0, {
    timeout: 120_000,
    interval: 1000,
  })
  const link = /https:\/\/hanpyeon\.example\/\S+/.exec(walk(9))?.[0] ?? ''
  expect(walk(9, `curl -fsS '${link}'`)).toContain('비밀번호')
  expect(walk(10)).toMatch(/^\d{4}-\d\d-\d\d-\d{4}$/m)
  for (const unit of ['hanpyeon-server@3000', 'hanpyeon-worker', 'hanpyeon-backup']) {
    const report = walk(
      6,
      `systemctl status --no-pager '${unit}' || true; systemd-analyze security '${unit}'`,
    )
    expect(
      Number(/exposure level for .*?: (?<level>[\d.]+)/.exec(report)?.groups?.['level']),
    ).toBeLessThanOrEqual(3)
  }
  console.log(times.join('\n'))
})
