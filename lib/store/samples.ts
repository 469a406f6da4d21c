/** The built-in samples: the one place in the page that asks for a file, from its own origin. */

export interface Sample {
  id: string;
  file: string;
  title: string;
  description: string;
  messages: number;
  bytes: number;
}

class SampleError extends Error {
  override name = 'SampleError';
}

async function get(path: string): Promise<Response> {
  const response = await fetch(path, { cache: 'force-cache' });
  if (!response.ok)
    throw new SampleError(`The sample ${path} could not be read (${response.status}). Reload the page.`);
  return response;
}

export async function listSamples(): Promise<Sample[]> {
  return (await (await get('/samples/index.json')).json()) as Sample[];
}

export async function sampleFile(sample: Pick<Sample, 'file'>): Promise<File> {
  const blob = await (await get(`/samples/${sample.file}`)).blob();
  return new File([blob], sample.file, { type: 'application/json' });
}
