import { galleryCopy } from '#web/copy/gallery.ts'
import type { ReactNode } from 'react'

export type SectionName = keyof typeof galleryCopy.sections

/** One shelf of the gallery, reached by its anchor. `wide` content reaches both edges of the screen. */
export function Section({
  name,
  wide = false,
  children,
}: {
  name: SectionName
  wide?: boolean
  children: ReactNode
}) {
  return (
    <section
      id={name}
      aria-labelledby={`${name}-title`}
      className="border-t border-line py-10 md:py-14"
    >
      <h2 id={`${name}-title`} className="gutter mb-6 text-2xl font-bold">
        {galleryCopy.sections[name]}
      </h2>
      <div className={wide ? 'space-y-10' : 'gutter space-y-8'}>{children}</div>
    </section>
  )
}

export function Line({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>
}
