import { soonCopy } from '#web/copy/soon.ts'
import { Soon } from '#web/features/soon/soon.tsx'
import { missing } from '#web/page-address.ts'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/soon-terms.ts'

const words = soonCopy.terms

/** D-72: the terms there are; any other name is a page that is not there. */
export function loader({ params }: Route.LoaderArgs) {
  if (!Object.hasOwn(words.names, params.name)) throw missing()
  return { title: words.names[params.name] ?? words.title }
}

export function meta({ loaderData, matches, location }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: loaderData?.title ?? words.title,
    description: words.detail,
    path: location.pathname,
    hidden: true,
  })
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  return <Soon icon="paper" title={loaderData.title} lead={words.lead} detail={words.detail} />
}
