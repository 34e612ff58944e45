import type { ReactNode } from 'react'
import type { PosterCardData } from '#web/features/catalog/cards/poster-card.tsx'
import { useAuth } from '#web/session/auth-store.ts'
import { ResponsiveImage } from '#web/ui/base/responsive-image.tsx'

/** Login page layout: one column, on wide screens beside a wall of posters. */
export function PosterWallLayout({
  posters,
  title,
  lead,
  detail,
  children,
}: {
  posters: readonly PosterWallItem[]
  title: string
  lead: string
  detail: string
  children: ReactNode
}) {
  const { state } = useAuth()
  return (
    // Cancels the bottom margin of the layout, so that the wall reaches the footer.
    <div className="-mb-16 grid grid-cols-1 md:-mb-24 lg:min-h-[calc(100dvh-var(--header-height))] lg:grid-cols-[1fr_minmax(30rem,38%)]">
      <PosterWall posters={posters} />
      <div className="page-gutter relative flex flex-col justify-center pt-8 pb-14 md:py-16 lg:px-14">
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-0 left-1/2 size-72 max-w-full -translate-x-1/2 -translate-y-1/3 rounded-full bg-accent/10 blur-3xl"
        />
        <div
          className={`relative mx-auto w-full max-w-md ${state === 'unknown' ? 'guests-only' : ''}`}
        >
          <h1 className="text-sm font-semibold text-accent-bright">{title}</h1>
          <p className="mt-1 text-2xl font-extrabold md:text-3xl">{lead}</p>
          <p className="mt-2 mb-7 text-base text-foreground-muted">{detail}</p>
          {children}
        </div>
      </div>
    </div>
  )
}

export type PosterWallItem = Pick<PosterCardData, 'id' | 'poster_url' | 'poster_color'>

const columns = [0, 1, 2, 3] as const

/** Decorative poster columns on wide screens, fading towards the form. */
function PosterWall({ posters }: { posters: readonly PosterWallItem[] }) {
  return (
    <div aria-hidden="true" className="relative hidden overflow-hidden bg-background-deep lg:block">
      <div className="absolute -inset-x-16 -inset-y-40 flex rotate-[-9deg] justify-center gap-4">
        {columns.map((column) => (
          <div
            key={column}
            className={`w-44 shrink-0 space-y-4 xl:w-52 ${column % 2 === 0 ? '-mt-6' : 'mt-24'}`}
          >
            {posters
              .filter((_, index) => index % columns.length === column)
              .map((poster) => (
                <ResponsiveImage
                  key={poster.id}
                  url={poster.poster_url}
                  kind="poster"
                  color={poster.poster_color}
                  sizes="13rem"
                  className="rounded-card shadow-card"
                />
              ))}
          </div>
        ))}
      </div>
      <div className="absolute inset-0 bg-linear-to-r from-background-deep/55 via-background/35 to-background" />
      <div className="absolute inset-0 bg-linear-to-b from-background/60 via-transparent to-background/80" />
    </div>
  )
}
