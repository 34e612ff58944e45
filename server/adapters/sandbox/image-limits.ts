/** Maximum pixels of a decoded image. */
export const maxPixels = 40_000_000
/** Maximum progressive scans of a JPEG. libjpeg writes 10, optimizing encoders about 20. */
export const maxScans = 64
/** Maximum frames of an animation: a minute at 30 fps has 1,800. */
export const maxFrames = 2_000
