import { imageUrlAtWidth, imageSrcset, imageWidths, type ImageKind } from '#contract/core/images.ts'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

const ratios = {
  poster: 'aspect-2/3',
  backdrop: 'aspect-video',
  thumbnail: 'aspect-video',
} as const

type PictureProps = {
  url: string | null
  kind: ImageKind
  /** Dominant colour: holds the place until the picture is there. */
  color: string
  /** What the browser needs to choose a width before it knows the layout. */
  sizes: string
  /** Pictures beside their title say nothing new: '' is right there. */
  alt?: string
  /** The one picture the first screen is judged by. */
  priority?: boolean
  /** Instead of the ratio of the kind. */
  ratio?: string
  /** Lettered on the place-holder where there is no picture. */
  placeholderTitle?: string
  className?: string
  /** What lies on it. */
  children?: ReactNode
}

/** A picture from the wire in a box of known shape: nothing moves when it arrives. */
export function ResponsiveImage({
  url,
  kind,
  color,
  sizes,
  alt = '',
  priority = false,
  ratio = ratios[kind],
  placeholderTitle: title,
  className = '',
  children,
}: PictureProps) {
  const widths = imageWidths[kind]
  return (
    <div
      className={`relative overflow-hidden ${ratio} ${className}`}
      style={{ backgroundColor: color }}
    >
      {url === null ? (
        <Blank {...(title !== undefined && { title })} />
      ) : (
        <img
          src={imageUrlAtWidth(url, widths[Math.min(1, widths.length - 1)] ?? 0)}
          srcSet={imageSrcset(url, kind)}
          sizes={sizes}
          alt={alt}
          // Decoded with the first paint rather than some frames after it.
          decoding={priority ? 'sync' : 'async'}
          draggable={false}
          {...(priority ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
          className="absolute inset-0 size-full object-cover"
        />
      )}
      {children}
    </div>
  )
}

/** A sheet in the colour of the work, with its title set large where there is one. */
function Blank({ title }: { title?: string }) {
  return (
    <span
      aria-hidden="true"
      className="absolute inset-0 flex flex-col items-center justify-center bg-linear-to-b from-transparent to-background-deep/65 p-[9%] text-foreground/35"
    >
      {title === undefined ? (
        <Icon name="film_reel" className="size-1/4 max-w-16" />
      ) : (
        <span className="line-clamp-5 w-full text-center text-base leading-snug font-extrabold text-foreground/85 md:text-xl">
          {title}
        </span>
      )}
    </span>
  )
}
