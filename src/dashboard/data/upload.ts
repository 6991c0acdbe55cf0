import type { Upload } from '../../uploads/model.ts';
import { PAGE_HEADER, parseErrorResponse, toNetworkError } from './api.ts';

/**
 * Uploads a file as proof. Uses XMLHttpRequest because fetch has no upload progress.
 * @param onProgress receives the fraction sent, 0 to 1
 * @throws ApiError
 */
export function uploadFile(file: File, onProgress: (share: number) => void): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.append('file', file);
    request.open('POST', '/api/v1/uploads');
    request.setRequestHeader(PAGE_HEADER, '1');
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      if (request.status === 201) resolve(request.response.data);
      else reject(parseErrorResponse(request.response, toResponse(request)));
    };
    request.onerror = () => reject(toNetworkError());
    request.send(form);
  });
}

function toResponse(request: XMLHttpRequest): Response {
  const requestId = request.getResponseHeader('X-Request-Id');
  return new Response(null, {
    status: request.status,
    headers: requestId ? { 'X-Request-Id': requestId } : {},
  });
}
