import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'

const root = join(import.meta.dirname, '../../..')

/** The fields of compose.yaml's services that a container of podman is made of. */
type Service = {
  image: string
  command?: readonly string[]
  environment?: Readonly<Record<string, string | number>>
  env_file?: string
  volumes?: readonly string[]
  tmpfs?: readonly string[]
  cap_drop?: readonly string[]
  security_opt?: readonly string[]
  init?: boolean
  restart?: string
  read_only?: boolean
  shm_size?: string
  stop_grace_period?: string
  healthcheck?: { test: readonly string[] }
}

export const run = (
  command: string,
  args: readonly string[],
  options: { input?: string; timeout?: number; env?: NodeJS.ProcessEnv } = {},
) =>
  spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    ...options,
  })

/** Reads compose.yaml with its anchors, and replaces its variables. */
export function readCompose(variables: Readonly<Record<string, string>>): Record<string, Service> {
  const script = 'import json, yaml; print(json.dumps(yaml.safe_load(open("compose.yaml"))))'
  const { stdout, stderr } = run('python3', ['-c', script])
  if (!stdout) throw new Error(stderr)
  const text = stdout.replaceAll(/\$\{(\w+)(?::[?-][^}]*)?\}/g, (_, name: string) => {
    const value = variables[name]
    if (value === undefined) throw new Error(`compose.yaml reads ${name}`)
    return value
  })
  return (JSON.parse(text) as { services: Record<string, Service> }).services
}

type ContainersOptions = {
  services: Record<string, Service>
  /** Prefix of the names of containers, volumes and network. */
  project: string
  env_file: string
  /** Images, and commands without those of their entrypoints, in place of images that no registry gives here. */
  standIns: Readonly<Record<string, { image: string; command: readonly string[] }>>
}

/** Runs services of compose.yaml by podman, each as `docker compose` would. */
export function createContainers({ services, project, env_file, standIns }: ContainersOptions) {
  const podman = (...args: string[]) => {
    const { status, stdout, stderr, error } = run('podman', args)
    if (status !== 0) throw new Error(`podman ${args.join(' ')}: ${error ?? stdout + stderr}`)
    return stdout.trim()
  }
  const nameOf = (service: string) => `${project}-${service}`
  /** A named volume, or a file by its path from compose.yaml. */
  const volumeOf = (volume: string) =>
    /^[./]/.test(volume) ? resolve(root, volume) : `${project}-${volume}`

  function argumentsOf(name: string, service: Service): string[] {
    const list = (flag: string, values: readonly string[] = []) =>
      values.flatMap((value) => [flag, value])
    const environment = Object.entries(service.environment ?? {})
    return [
      ...['--name', nameOf(name), '--network', project, '--network-alias', name],
      ...(service.env_file ? ['--env-file', env_file] : []),
      ...environment.flatMap(([key, value]) => ['--env', `${key}=${value}`]),
      ...list('--volume', service.volumes?.map(volumeOf)),
      ...list('--tmpfs', service.tmpfs),
      ...list('--cap-drop', service.cap_drop),
      ...list(
        '--security-opt',
        service.security_opt?.map((text) => text.replace(':true', '')),
      ),
      ...(service.init ? ['--init'] : []),
      ...(service.read_only ? ['--read-only'] : []),
      ...(service.shm_size ? ['--shm-size', service.shm_size.replace('mb', 'm')] : []),
      ...['--stop-timeout', service.stop_grace_period?.replace('s', '') ?? '10'],
    ]
  }

  const serviceOf = (name: string) => {
    const service = services[name]
    if (!service) throw new Error(`compose.yaml has no service ${name}`)
    return service
  }

  return {
    podman,
    nameOf,
    /** The gateway of the containers' network, which is this machine. */
    readGateway: () =>
      podman('network', 'inspect', '--format', '{{(index .Subnets 0).Gateway}}', project),
    /** Starts a service. @param extra further arguments, such as ports. */
    start(name: string, extra: readonly string[] = []) {
      const service = serviceOf(name)
      const standIn = standIns[service.image]
      const command = [...(standIn?.command ?? []), ...(service.command ?? [])]
      const image = standIn?.image ?? service.image
      const restart = ['--restart', service.restart ?? 'no']
      const args = [...argumentsOf(name, service), ...restart, ...extra]
      podman('run', '--detach', ...args, image, ...command)
    },
    /**
     * Runs a command in a container of its own that is made as that of a service.
     * @returns its exit code and output when it has ended.
     */
    async runBeside(name: string, as: string, command: readonly string[]) {
      const { image } = standIns[serviceOf(as).image] ?? serviceOf(as)
      const args = ['run', '--rm', ...argumentsOf(name, serviceOf(as)), image, ...command]
      const child = spawn('podman', args, { stdio: ['ignore', 'pipe', 'pipe'] })
      let output = ''
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => (output += text))
      const [code] = (await once(child, 'close')) as [number | null]
      return { code, output }
    },
    /** Runs the health check of a service, as Docker does at intervals. */
    isHealthy(name: string) {
      const [kind, ...command] = serviceOf(name).healthcheck?.test ?? []
      if (kind !== 'CMD') throw new Error(`${name} has no check of this kind`)
      return run('podman', ['exec', nameOf(name), ...command]).status === 0
    },
    exec: (name: string, ...command: string[]) => podman('exec', nameOf(name), ...command),
    /** Sends SIGTERM and waits for the grace period. @returns the exit code. */
    stop(name: string): number {
      podman('stop', nameOf(name))
      return Number(podman('inspect', '--format', '{{.State.ExitCode}}', nameOf(name)))
    },
    startAgain: (name: string) => void podman('start', nameOf(name)),
    logs: (name: string) => {
      const { stdout, stderr } = run('podman', ['logs', nameOf(name)])
      return stdout + stderr
    },
    open: () => void podman('network', 'create', project),
    close() {
      const ids = podman('ps', '--all', '--quiet', '--filter', `name=^${project}-`)
      if (ids) podman('rm', '--force', '--time', '0', '--volumes', ...ids.split('\n'))
      const volumes = podman('volume', 'ls', '--quiet', '--filter', `name=^${project}-`)
      if (volumes) podman('volume', 'rm', '--force', ...volumes.split('\n'))
      podman('network', 'rm', '--force', project)
    },
  }
}
