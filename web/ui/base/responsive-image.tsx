import { imageUrlAtWidth, imageSrcset, imageWidths, type ImageKind } from '#contract/core/images.ts'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

const ratios = {
  poster: 'aspect-2/3',
  backdrop: 'aspect-video',
  thumbnail: 'aspect-video',
} as const

type ResponsiveImageProps = {
  url: string | null
  kind: ImageKind
  /** Dominant colour, shown until the image has loaded. */
  color: string
  /** The `sizes` attribute. */
  sizes: string
  /** Leave empty beside the title. */
  alt?: string
  /** Whether it is the largest contentful paint of the page; at most one. */
  priority?: boolean
  /** Overrides the aspect ratio of `kind`. */
  ratio?: string
  /** Replaces the icon that is shown if there is no image. */
  placeholder?: ReactNode
  className?: string
  /** Overlays. */
  children?: ReactNode
}

/** An image of the API in a box of fixed ratio, so that loading causes no layout shift. */
export function ResponsiveImage({
  url,
  kind,
  color,
  sizes,
  alt = '',
  priority = false,
  ratio = ratios[kind],
  placeholder,
  className = '',
  children,
}: ResponsiveImageProps) {
  return (
    <div
      className={`relative overflow-hidden ${ratio} ${className}`}
      style={{ backgroundColor: color }}
    >
      {url === null ? (
        (placeholder ?? <MissingImage />)
      ) : (
        <img
          src={imageUrlAtWidth(url, kind, imageWidths[kind][1])}
          srcSet={imageSrcset(url, kind)}
          sizes={sizes}
          alt={alt}
          // Synchronous decoding shows the image with the first paint.
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

const MissingImage = () => (
  <span
    aria-hidden="true"
    className="on-image absolute inset-0 flex items-center justify-center bg-linear-to-b from-transparent to-shade/65"
  >
    <Icon name="film_reel" className="size-1/4 max-w-16 opacity-35" />
  </span>
)
