import { galleryCopy } from '#web/copy/gallery.ts'
import type { CardEpisode } from '#web/ui/episode-card.tsx'
import type { PosterSeries } from '#web/ui/poster-card.tsx'
import type { ReactNode } from 'react'
import { AccountFields } from './account-fields.tsx'
import { Basics } from './basics.tsx'
import { Consents } from './consents.tsx'
import { Controls } from './controls.tsx'
import { Dialogs } from './dialogs.tsx'
import { Section } from './section.tsx'
import { Works } from './works.tsx'

/** Every component in every state (D-73). `self_check` is the playback self-check, composed in the route. */
export function Gallery({
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
