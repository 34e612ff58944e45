import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { galleryCopy } from './messages.ko.ts'
import { loaderCall } from '#web/routing/loader-helpers.ts'
import { SelfCheck } from '#web/features/support/self-check/self-check.tsx'
import { pageMeta } from '#web/routing/page-meta.ts'
import { posterOf, stillOf } from '#web/features/catalog/cards/card-props.ts'
import type { Route } from './+types/showcase.route.ts'
import type { CardEpisode } from '#web/features/catalog/cards/episode-card.tsx'
import type { PosterSeries } from '#web/features/catalog/cards/poster-card.tsx'
import type { ReactNode } from 'react'
import { AccountFields, Consents } from './account-fields-demo.tsx'
import { Basics } from './basics-demo.tsx'
import { Controls } from './controls-demo.tsx'
import { Dialogs } from './dialogs-demo.tsx'
import { Section } from './showcase-kit.tsx'
import { Works } from './cards-demo.tsx'

const size = 15

export async function loader({ context }: Route.LoaderArgs) {
  const call = context.get(loaderCall)
  const [series, episodes] = await Promise.all([
    call(viewerEndpoints.contents.listSeries, { query: { limit: size } }),
    call(viewerEndpoints.contents.listEpisodes, { query: { limit: size } }),
  ])
  return { series: series.results.map(posterOf), episodes: episodes.results.map(stillOf) }
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: galleryCopy.title,
    description: galleryCopy.description,
    path: '/test',
    hidden: true,
  })
}

export default function Test({ loaderData }: Route.ComponentProps) {
  return (
    <Gallery series={loaderData.series} episodes={loaderData.episodes} self_check={<SelfCheck />} />
  )
}

/** Every component in every state (D-73). `self_check` is the playback self-check, composed in the route. */
function Gallery({
  series,
  episodes,
  self_check,
}: {
  series: readonly PosterSeries[]
  episodes: readonly CardEpisode[]
  self_check?: ReactNode
}) {
  return (
    <div className="pt-[calc(var(--header)+1.5rem)] md:pt-[calc(var(--header)+3rem)]">
      <header className="gutter pb-8">
        <h1 className="text-3xl font-extrabold md:text-4xl">{galleryCopy.title}</h1>
        <p className="mt-2 text-paper-2">{galleryCopy.description}</p>
        <nav aria-label={galleryCopy.contents} className="mt-5">
          <ul className="flex flex-wrap gap-2">
            {Object.entries(galleryCopy.sections).map(([name, title]) => (
              <li key={name}>
                <a
                  href={`#${name}`}
                  className="inline-flex min-h-11 items-center rounded-full bg-surface-2 px-4 text-sm text-paper-2 hover:bg-surface-3 hover:text-paper"
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <Section name="self_check">{self_check ?? <p>{galleryCopy.waiting}</p>}</Section>
      <Basics />
      <Controls />
      <AccountFields />
      <Consents />
      <Works series={series} episodes={episodes} />
      <Dialogs />
    </div>
  )
}
