/** Where this device keeps progress that nobody has confirmed (progress-queue.ts). */
export const keptKey = 'hanpyeon.progress'
