import * as contents from '#web/api/endpoints/contents.generated.ts'
import * as recommendations from '#web/api/endpoints/recommendations.generated.ts'
import { maxTastePicks } from '#contract/recommendations/recommendation-limits.ts'
import { call } from '#web/api/client.ts'
import { contentKeys } from '#web/api/query-keys.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { Button } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { genreOf, PosterPlaceholder } from '#web/features/catalog/cards/poster-placeholder.tsx'
import { ResponsiveImage } from '#web/ui/base/responsive-image.tsx'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { tasteMessages } from './member-rail-messages.ko.ts'
import { SectionHeading } from '#web/ui/layout/headings.tsx'

const candidatesQuery = queryOptions({
  queryKey: contentKeys.tasteCandidates,
  queryFn: async () => (await call(contents.listTrending, { query: { limit: 24 } })).results,
})

/** Asks new members to choose works they like. Skipping stores an empty answer, so that the question appears once. */
export function TastePicks() {
  const { data = [] } = useQuery(candidatesQuery)
  const [picked, setPicked] = useState<readonly number[]>([])
  const picking = useApiMutation(recommendations.pickTaste, {
    invalidates: [contentKeys.personalRows],
  })
  if (data.length === 0) return null
  const toggle = (id: number) =>
    setPicked(picked.includes(id) ? picked.filter((pickedId) => pickedId !== id) : [...picked, id])
  return (
    <section aria-label={tasteMessages.title}>
      <div className="page-gutter mb-3 md:mb-4">
        <SectionHeading>{tasteMessages.title}</SectionHeading>
        <p className="mt-1 text-sm text-foreground-subtle">{tasteMessages.detail}</p>
      </div>
      <ul className="rail-scroller">
        {data.map(({ id, title, poster_url, poster_color, categories }) => {
          const isPicked = picked.includes(id)
          return (
            <li key={id} className="w-(--card-poster-width)">
              <button
                type="button"
                aria-pressed={isPicked}
                disabled={!isPicked && picked.length === maxTastePicks}
                onClick={() => toggle(id)}
                className="relative block w-full text-left disabled:opacity-40"
              >
                <ResponsiveImage
                  url={poster_url}
                  kind="poster"
                  color={poster_color}
                  sizes="(min-width: 48rem) 156px, 31vw"
                  placeholder={<PosterPlaceholder title={title} genre={genreOf(categories)} />}
                  className={`rounded-control ${isPicked ? 'outline-3 outline-offset-2 outline-accent' : ''}`}
                />
                {isPicked && (
                  <span className="absolute top-2 right-2 z-raised flex size-8 items-center justify-center rounded-full bg-accent text-on-accent">
                    <Icon name="check" className="size-5" />
                  </span>
                )}
                <span className="mt-2 block truncate text-sm font-semibold">{title}</span>
              </button>
            </li>
          )
        })}
      </ul>
      <div className="page-gutter mt-4 flex gap-2">
        <Button
          variant="primary"
          disabled={picked.length === 0}
          busy={picking.isPending}
          onClick={() => picking.submit({ body: { series_ids: [...picked] } })}
        >
          {tasteMessages.submit(picked.length)}
        </Button>
        <Button
          aria-disabled={picking.isPending}
          onClick={() => picking.submit({ body: { series_ids: [] } })}
        >
          {tasteMessages.skip}
        </Button>
      </div>
    </section>
  )
}
