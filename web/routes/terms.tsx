import { termsDocuments } from '#web/copy/terms/index.ts'
import { TermsPage } from '#web/features/terms/terms-page.tsx'
import { missing } from '#web/page-address.ts'
import { pageMeta } from '#web/page-meta.ts'
import { termsPath } from '#web/paths.ts'
import type { Route } from './+types/terms.ts'

/** D-72: the terms there are, in the version asked for; any other name or version is a page that is not there. */
export function loader({ params, request }: Route.LoaderArgs) {
  const { name } = params
  const document = Object.hasOwn(termsDocuments, name) ? termsDocuments[name] : undefined
  if (!document) throw missing()
  const wanted = new URL(request.url).searchParams.get('version') ?? document.versions[0].version
  const shown = document.versions.find(({ version }) => version === wanted)
  if (!shown) throw missing()
  return {
    name,
    title: document.title,
    lead: document.lead,
    shown,
    versions: document.versions.map(({ version, note }) => ({ version, note })),
    documents: Object.entries(termsDocuments).map(([key, { title }]) => ({ name: key, title })),
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { name, title, lead, shown, versions } = loaderData
  const isCurrent = shown.version === versions[0]?.version
  return pageMeta(matches, {
    title,
    description: lead,
    path: isCurrent ? termsPath(name) : `${termsPath(name)}?version=${shown.version}`,
    hidden: !isCurrent,
  })
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  return <TermsPage {...loaderData} />
}
