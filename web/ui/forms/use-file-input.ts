import { useRef, useState, type ChangeEvent, type DragEvent } from 'react'

/**
 * A file input that another control opens, and an area that takes dropped files.
 * @param onFile called with each chosen or dropped file, also if it is the same again.
 */
export function useFileInput(onFile: (file: File) => void) {
  const input = useRef<HTMLInputElement>(null)
  const [isDraggedOver, setIsDraggedOver] = useState(false)
  const take = (file: File | undefined) => file && onFile(file)
  return {
    isDraggedOver,
    open: () => input.current?.click(),
    inputProps: {
      ref: input,
      type: 'file',
      tabIndex: -1,
      className: 'sr-only',
      onChange({ target }: ChangeEvent<HTMLInputElement>) {
        take(target.files?.[0])
        target.value = ''
      },
    },
    dropProps: {
      onDragOver(event: DragEvent) {
        event.preventDefault()
        setIsDraggedOver(true)
      },
      onDragLeave: () => setIsDraggedOver(false),
      onDrop(event: DragEvent) {
        event.preventDefault()
        setIsDraggedOver(false)
        take(event.dataTransfer.files[0])
      },
    },
  }
}
