export default function Categories() { return <main>categories</main> }
