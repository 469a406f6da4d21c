// Tailwind compiles the style sheet; app/globals.css is its entry.
export default { plugins: { '@tailwindcss/postcss': {} } };
