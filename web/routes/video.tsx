export default function Video() { return <main>video</main> }
