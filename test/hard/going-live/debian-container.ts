import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

const root = join(import.meta.dirname, '../../..')
/** A Debian with the programs of the first step and of the stand-ins; made once, and kept. */
export const debianFolder = join(root, '.cache/debian-14')
const basePackages = 'systemd,systemd-sysv,dbus,ca-certificates,curl,iproute2,adduser,util-linux'
/** An authority for certificates, a DNS server, and a mail server that signs. */
const standIns = ['pebble', 'postfix', 'opendkim', 'opendkim-tools']
/** Debian starts these when they are installed; the walk starts them once they have their settings. */
const stopped = ['postfix', 'opendkim', 'prometheus', 'prometheus-alertmanager']

/** The commands of a numbered step of docs/operations.md, Going live. */
export function commandsOf(step: number): string {
  const section = /## Going live\n(.*?)\n## /s.exec(
    readFileSync(join(root, 'docs/operations.md'), 'utf8'),
  )?.[1]
  const text = section?.split(/^\*\*(?=\d+\. )/m).find((part) => part.startsWith(`${step}. `))
  const commands = [...(text ?? '').matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block)
  if (commands.length === 0) throw new Error(`step ${step} has no commands`)
  return commands.join('\n').trim()
}

const run = (command: string, args: readonly string[], input: string | Buffer = '') =>
  spawnSync(command, args, { encoding: 'utf8', input, maxBuffer: 2 ** 28 })

export function runOrThrow(command: string, args: readonly string[], input = ''): string {
  const { status, stdout, stderr, error } = run(command, args, input)
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stdout + stderr}`)
  return stdout
}

const secondsFile = 'var/lib/installed-in-seconds'

/**
 * Makes the Debian of the container. Nothing of it starts here.
 * @returns the seconds that the commands of the first step took when it was made.
 */
export function prepareDebian(): number {
  if (!existsSync(debianFolder)) makeDebian()
  return Number(readFileSync(join(debianFolder, secondsFile), 'utf8'))
}

function makeDebian() {
  const draft = `${debianFolder}.${process.pid}`
  const inside = (commands: string) =>
    runOrThrow('systemd-nspawn', [
      ...['--quiet', '--register=no', '--keep-unit', '--as-pid2', '-D', draft],
      ...['sh', '-euc', `export DEBIAN_FRONTEND=noninteractive; ${commands}`],
    ])
  mkdirSync(draft, { recursive: true })
  try {
    const script = '/usr/share/debootstrap/scripts/sid'
    const base = ['--variant=minbase', `--include=${basePackages}`, 'forky', draft]
    runOrThrow('debootstrap', [...base, 'http://deb.debian.org/debian', script])
    // A mirror may be a snapshot, whose lists have expired.
    writeFileSync(
      join(draft, 'etc/apt/apt.conf.d/90snapshot'),
      'Acquire::Check-Valid-Until "false";\n',
    )
    const startedAt = performance.now()
    inside(commandsOf(1))
    writeFileSync(join(draft, secondsFile), String((performance.now() - startedAt) / 1000))
    inside(`apt-get install --yes --no-install-recommends ${standIns.join(' ')}`)
    inside(`systemctl disable ${stopped.join(' ')}`)
    renameSync(draft, debianFolder)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Runs commands as root in the container, while services of the test answer it. */
export type Shell = (
  commands: string,
  input?: string | Buffer,
) => Promise<{ status: number | null; stdout: string; stderr: string }>

/** Folders of this machine that a container sees: one to read from, and one for its data. */
type Folders = { code: string; data: string }

/** Boots a container whose changes are lost, on the network of this machine. */
export async function bootContainer({
  code,
  data,
}: Folders): Promise<{ shell: Shell; stop: () => Promise<void> }> {
  const container = spawn(
    'systemd-nspawn',
    [
      ...['--quiet', '--register=no', '--keep-unit', '--volatile=overlay'],
      ...['--resolv-conf=copy-host', `--bind-ro=${code}:/mnt/code`],
      ...[`--bind=${data}:/var/lib/hanpyeon`, '-bD', debianFolder],
    ],
    {
      env: { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' },
      stdio: ['pipe', 'ignore', 'inherit'],
    },
  )
  async function stop() {
    // The second signal ends it without waiting for its services.
    container.kill('SIGTERM')
    container.kill('SIGTERM')
    if (container.exitCode === null) await once(container, 'exit')
  }
  /** The first process of the container; another one makes it, and ends soon. */
  const findLeader = () => run('pgrep', ['--parent', String(container.pid)]).stdout.trim()
  const shell: Shell = async (commands, input = '') => {
    const enter = ['--target', findLeader(), '--all', 'env', '-i', ...environment]
    const child = spawn('nsenter', [...enter, 'bash', '-euo', 'pipefail', '-c', commands])
    child.stdin.on('error', () => {}).end(input)
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number | null]>,
    ])
    return { status, stdout, stderr }
  }
  try {
    await poll('the container does not run', 60_000, async () => {
      const { stdout } = await shell('systemctl is-system-running || true')
      return stdout.includes('running')
    })
  } catch (error) {
    await stop()
    throw error
  }
  return { shell, stop }
}

const environment = [
  'HOME=/root',
  'PATH=/usr/sbin:/usr/bin:/sbin:/bin',
  // npm reaches its registry with the authorities of this machine.
  'NODE_EXTRA_CA_CERTS=/etc/authorities.pem',
]

export async function runInShell(
  shell: Shell,
  commands: string,
  input: string | Buffer = '',
): Promise<string> {
  const { status, stdout, stderr } = await shell(commands, input)
  if (status !== 0) throw new Error(`${commands}\n${stdout}${stderr}`)
  return stdout
}

/** @returns the first result of `read` that is not empty. */
export async function poll<R>(
  failure: string,
  timeoutMs: number,
  read: () => Promise<R>,
): Promise<NonNullable<R>> {
  for (const deadline = performance.now() + timeoutMs; ; await pause(500)) {
    const result = await read()
    if (result) return result
    if (performance.now() > deadline) throw new Error(failure)
  }
}
