import { type ImageKind, imageUrlAtWidth } from '#contract/core/images.ts'

type Picture = { url: string | null; color: string }

const shapes = {
  poster: { width: 160, className: 'h-15 w-10' },
  backdrop: { width: 480, className: 'h-15 w-26' },
  thumbnail: { width: 240, className: 'h-15 w-26' },
} as const

/** A small picture beside the title of a work. */
export function WorkPicture({ url, color, kind = 'poster' }: Picture & { kind?: ImageKind }) {
  const { width, className } = shapes[kind]
  return (
    <span
      className={`block shrink-0 overflow-hidden rounded-control bg-surface-high ${className}`}
      style={{ backgroundColor: color }}
    >
      {url && (
        <img
          src={imageUrlAtWidth(url, kind, width as 160 & 240 & 480)}
          alt=""
          loading="lazy"
          draggable={false}
          className="size-full object-cover"
        />
      )}
    </span>
  )
}
