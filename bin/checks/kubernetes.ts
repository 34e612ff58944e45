/**
 * Renders the overlays of `deploy/kubernetes` with kubectl, where it is installed, and checks each object against the schema of
 * its kind, the security of its pods, and that its settings are in `.env.example`. Prints one line per finding, and exits with 1.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '../..')
const packages = join(root, 'bin/packages/check/node_modules')
const { parseAllDocuments } = createRequire(join(root, 'bin/packages/check/package.json'))(
  'yaml',
) as { parseAllDocuments(text: string): { toJS(): KubernetesObject }[] }

type Container = {
  name: string
  env?: { name: string }[]
  securityContext?: { readOnlyRootFilesystem?: boolean; allowPrivilegeEscalation?: boolean }
}
type KubernetesObject = {
  apiVersion: string
  kind: string
  metadata: { name: string; labels?: Record<string, string> }
  data?: Record<string, string>
  spec?: {
    template?: { spec: { containers: Container[]; securityContext?: { runAsNonRoot?: boolean } } }
  }
}

/** Packages with the schemas of operators; those of Kubernetes itself are in `kubernetes-models`. */
const operatorSchemas: Record<string, string> = {
  'keda.sh': '@kubernetes-models/keda',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
  'postgresql.cnpg.io': '@kubernetes-models/cloudnative-pg',
}

const settings = new Set(
  Array.from(
    readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm),
    ([, name]) => name,
  ),
)

/** @returns what the schema of the object's kind refuses; it ignores unknown fields. */
async function findSchemaError(object: KubernetesObject): Promise<string[]> {
  const [group = ''] = object.apiVersion.split('/')
  const folder = join(packages, operatorSchemas[group] ?? 'kubernetes-models', object.apiVersion)
  const file = join(folder, `${object.kind}.js`)
  if (!existsSync(file)) return ['there is no schema of this kind']
  const models = (await import(pathToFileURL(file).href)) as Record<
    string,
    new (fields: unknown) => { validate(): void }
  >
  const Model = models[object.kind]
  if (!Model) return ['there is no schema of this kind']
  try {
    new Model(object).validate()
    return []
  } catch (error) {
    return [(error as Error).message]
  }
}

/** @returns what a pod of the product may do but needs not, and settings that nothing reads. */
function findPodErrors({ metadata, data = {}, spec }: KubernetesObject): string[] {
  const isOurs = metadata.labels?.['app.kubernetes.io/name'] === 'hanpyeon'
  if (!isOurs) return []
  const pod = spec?.template?.spec
  const containers = pod?.containers ?? []
  const names = [
    ...Object.keys(data),
    ...containers.flatMap(({ env = [] }) => env.map(({ name }) => name)),
  ]
  return [
    ...(pod && !pod.securityContext?.runAsNonRoot ? ['may run as root'] : []),
    ...containers
      .filter(({ securityContext: context }) => !context?.readOnlyRootFilesystem)
      .map(({ name }) => `${name} may change its program`),
    ...containers
      .filter(({ securityContext: context }) => context?.allowPrivilegeEscalation !== false)
      .map(({ name }) => `${name} may gain rights`),
    ...names.filter((name) => !settings.has(name)).map((name) => `${name} is not in .env.example`),
  ]
}

let failed = false
for (const overlay of ['small', 'production']) {
  const folder = join(root, 'deploy/kubernetes', overlay)
  const rendered = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8' })
  if (rendered.error) {
    console.log(
      'note: kubectl is not installed, so the overlays of deploy/kubernetes are not rendered',
    )
    break
  }
  const errors = rendered.status === 0 ? [] : [rendered.stderr.trim()]
  for (const document of parseAllDocuments(rendered.stdout)) {
    const object = document.toJS()
    const found = [...(await findSchemaError(object)), ...findPodErrors(object)]
    errors.push(...found.map((text) => `${object.kind} ${object.metadata.name}: ${text}`))
  }
  for (const error of errors) console.log(`${overlay}: ${error}`)
  failed ||= errors.length > 0
}
process.exitCode = failed ? 1 : 0
