import type { RefObject } from 'react'

/** The hidden file input that buttons open. */
export const VideoInput = ({
  ref,
  label,
  isMultiple = false,
  onFiles,
}: {
  ref: RefObject<HTMLInputElement | null>
  label: string
  isMultiple?: boolean
  onFiles: (files: readonly File[]) => void
}) => (
  <input
    ref={ref}
    type="file"
    multiple={isMultiple}
    accept="video/*,.mkv,.ts,.m2ts,.mts,.mpg,.vob,.mxf,.avi,.wmv,.flv,.dv"
    className="sr-only"
    tabIndex={-1}
    aria-label={label}
    onChange={({ target }) => {
      onFiles([...(target.files ?? [])])
      target.value = ''
    }}
  />
)
