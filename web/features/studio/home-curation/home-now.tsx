import type { ImageKind } from '#contract/core/images.ts'
import { homeAnchors } from '#contract/contents/home-anchors.ts'
import type { HomeData } from '#web/features/home/load-home.ts'
import { homeMessages } from '#web/features/home/messages.ko.ts'
import { QueryContent } from '#web/features/studio/list/query-content.tsx'
import { Badge } from '#web/ui/base/badge.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { homeCurationMessages as messages } from './messages.ko.ts'
import { previewQuery } from './queries.ts'
import { WorkPicture } from './work-picture.tsx'

type Item = { id: number; title: string; url: string | null; color: string }
type Part = { key: string; title: string; kind: ImageKind; items: Item[]; isByStaff?: boolean }

type Work = { id: number; title: string; poster_url: string | null; poster_color: string }
const toPoster = ({ id, title, poster_url, poster_color }: Work): Item => ({
  id,
  title,
  url: poster_url,
  color: poster_color,
})
type Scene = { id: number; title: string; backdrop_url: string | null; backdrop_color: string }
const toScene = ({ id, title, backdrop_url, backdrop_color }: Scene): Item => ({
  id,
  title,
  url: backdrop_url,
  color: backdrop_color,
})
type Still = HomeData['banner'][number]
const toStill = ({ id, series, thumbnail_url, thumbnail_color }: Still): Item => ({
  id,
  title: series.title,
  url: thumbnail_url,
  color: thumbnail_color,
})

/** The parts of home in their order, those of staff below the part that they follow. */
function partsOf(data: HomeData): Part[] {
  const own: Record<(typeof homeAnchors)[number], Part[]> = {
    hero: [scenes('hero', data.hero)],
    ranked: [posters('ranked', homeMessages.popular, data.ranked)],
    newest: [stills('newest', homeMessages.newest, data.newest)],
    editorial: [scenes('editorial', data.editorial ? [data.editorial] : [])],
    korean: [posters('korean', homeMessages.korean, data.korean.works)],
    short_films: [stills('short_films', homeMessages.short_films, data.short_films)],
    upcoming: [posters('upcoming', homeMessages.upcoming, data.upcoming)],
    abroad: [posters('abroad', homeMessages.abroad, data.abroad.works)],
    vertical: [stills('vertical', homeMessages.vertical, data.vertical)],
    curation: data.curation
      ? [stills('curation', homeMessages.curation(data.curation.title), data.curation.episodes)]
      : [],
    banner: [stills('banner', homeMessages.banner, data.banner)],
    categories: data.categories.map(({ id, name, order, works }) =>
      posters(`category-${id}`, homeMessages.orders[order](name), works),
    ),
  }
  return homeAnchors
    .flatMap((anchor) => [
      ...own[anchor],
      ...(data.added[anchor] ?? []).map(({ id, title, works }) => ({
        ...posters(`row-${id}`, title, works),
        isByStaff: true,
      })),
    ])
    .filter(({ items }) => items.length > 0)
}

const posters = (key: string, title: string, works: readonly Work[]): Part => ({
  key,
  title,
  kind: 'poster',
  items: works.map(toPoster),
})
const scenes = (key: 'hero' | 'editorial', works: readonly Scene[]): Part => ({
  key,
  title: messages.anchors[key],
  kind: 'backdrop',
  items: works.map(toScene),
})
const stills = (key: string, title: string, episodes: readonly Still[]): Part => ({
  key,
  title,
  kind: 'thumbnail',
  items: episodes.map(toStill),
})

/** The cards of a row that say what it is. */
const shownItems = 8

/** Pictures of the rows that home shows now. */
export function HomeNow() {
  const [opened_at] = useState(() => new Date().toISOString())
  const query = useQuery(previewQuery(opened_at, false))
  return (
    <section aria-labelledby="now-title">
      <h2 id="now-title" className="text-lg font-bold">
        {messages.now}
      </h2>
      <p className="mt-1 mb-4 text-sm text-foreground-subtle">{messages.now_note}</p>
      <QueryContent query={query} skeletonRows={5}>
        {(home) => (
          <ol className="divide-y divide-border rounded-sheet border border-border">
            {partsOf(home).map(({ key, title, kind, items, isByStaff }) => (
              <li key={key} className="gap-4 p-3 md:flex md:items-center md:p-4">
                <p className="mb-2 flex items-center gap-2 text-sm font-semibold md:mb-0 md:w-56 md:shrink-0">
                  <span className="min-w-0 break-keep">{title}</span>
                  {isByStaff && <Badge tone="accent_subtle">{messages.by_staff}</Badge>}
                </p>
                <ul className="flex h-21 min-w-0 flex-wrap gap-2 overflow-hidden">
                  {items.slice(0, shownItems).map((item) => (
                    <li
                      key={item.id}
                      className={kind === 'poster' ? 'w-14 shrink-0' : 'w-26 shrink-0'}
                    >
                      <WorkPicture url={item.url} color={item.color} kind={kind} />
                      <span className="mt-1 block truncate text-xs text-foreground-muted">
                        {item.title}
                      </span>
                    </li>
                  ))}
                  {items.length > shownItems && (
                    <li className="shrink-0 self-center text-xs text-foreground-subtle">
                      {messages.more_works(items.length - shownItems)}
                    </li>
                  )}
                </ul>
              </li>
            ))}
          </ol>
        )}
      </QueryContent>
    </section>
  )
}
