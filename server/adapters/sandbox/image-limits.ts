/** Pixels of the largest image that is decoded. */
export const maxPixels = 40_000_000
/** Progressive scans of a JPEG. libjpeg writes 10, encoders that search for the best script about 20. */
export const maxScans = 64
/** Frames of an animation: a minute at 30 a second has 1,800. */
export const maxFrames = 2_000
