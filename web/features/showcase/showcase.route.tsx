import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { showcaseMessages } from './messages.ko.ts'
import { apiContext } from '#web/routing/loader-helpers.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { toPosterCardData, toEpisodeCardData } from '#web/features/catalog/cards/card-props.ts'
import type { Route } from './+types/showcase.route.ts'
import type { EpisodeCardData } from '#web/features/catalog/cards/episode-card.tsx'
import type { PosterCardData } from '#web/features/catalog/cards/poster-card.tsx'
import { AccountFieldsDemo, Consents } from './account-fields-demo.tsx'
import { BasicsDemo } from './basics-demo.tsx'
import { ControlsDemo } from './controls-demo.tsx'
import { DialogsDemo } from './dialogs-demo.tsx'
import { CardsDemo } from './cards-demo.tsx'

const pageSize = 15

export async function loader({ context }: Route.LoaderArgs) {
  const call = context.get(apiContext)
  const [series, episodes] = await Promise.all([
    call(viewerEndpoints.contents.listSeries, { query: { limit: pageSize } }),
    call(viewerEndpoints.contents.listEpisodes, { query: { limit: pageSize } }),
  ])
  return {
    series: series.results.map(toPosterCardData),
    episodes: episodes.results.map(toEpisodeCardData),
  }
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: showcaseMessages.title,
    description: showcaseMessages.description,
    path: '/test',
    noindex: true,
  })
}

export default function Test({ loaderData }: Route.ComponentProps) {
  return <Showcase series={loaderData.series} episodes={loaderData.episodes} />
}

/** Every component in every state (D-73). */
function Showcase({
  series,
  episodes,
}: {
  series: readonly PosterCardData[]
  episodes: readonly EpisodeCardData[]
}) {
  return (
    <div className="pt-[calc(var(--header-height)+1.5rem)] md:pt-[calc(var(--header-height)+3rem)]">
      <header className="page-gutter pb-8">
        <h1 className="text-3xl font-extrabold md:text-4xl">{showcaseMessages.title}</h1>
        <p className="mt-2 text-foreground-muted">{showcaseMessages.description}</p>
        <nav aria-label={showcaseMessages.contents} className="mt-5">
          <ul className="flex flex-wrap gap-2">
            {Object.entries(showcaseMessages.sections).map(([name, title]) => (
              <li key={name}>
                <a
                  href={`#${name}`}
                  className="inline-flex min-h-11 items-center rounded-full bg-surface-raised px-4 text-sm text-foreground-muted hover:bg-surface-high hover:text-foreground"
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <BasicsDemo />
      <ControlsDemo />
      <AccountFieldsDemo />
      <Consents />
      <CardsDemo series={series} episodes={episodes} />
      <DialogsDemo />
    </div>
  )
}
