#include "CMedia.h"

#include <libraw/libraw.h>
#include <stdlib.h>
#include <string.h>

// Bytes. The largest raw files of today's cameras are below 300 MB.
enum { maximum_file_size = 512 << 20 };

struct cmedia_raw {
    libraw_data_t *data;
    void *bytes;
    size_t size;
    int is_damaged;
};

static void note_damage(void *raw, const char *file, const int offset) {
    (void)file, (void)offset;
    ((cmedia_raw *)raw)->is_damaged = 1;
}

void cmedia_raw_close(cmedia_raw *raw) {
    if (raw->data) libraw_close(raw->data);
    free(raw->bytes);
    free(raw);
}

cmedia_status cmedia_raw_open(int descriptor, cmedia_raw **result) {
    int64_t size = cmedia_file_size(descriptor);
    if (size <= 0) return CMEDIA_DAMAGED;
    if (size > maximum_file_size) return CMEDIA_UNSUPPORTED;
    cmedia_raw *raw = calloc(1, sizeof *raw);
    if (!raw) return CMEDIA_NO_MEMORY;
    raw->bytes = malloc((size_t)size);
    raw->data = libraw_init(LIBRAW_OPIONS_NO_DATAERR_CALLBACK);
    cmedia_status status = CMEDIA_NO_MEMORY;
    if (!raw->bytes || !raw->data) goto failed;
    libraw_set_dataerror_handler(raw->data, note_damage, raw);
    status = CMEDIA_DAMAGED;
    raw->size = (size_t)size;
    if (cmedia_read_at(descriptor, raw->bytes, raw->size, 0) != size) goto failed;
    int opened = libraw_open_buffer(raw->data, raw->bytes, (size_t)size);
    if (opened == LIBRAW_FILE_UNSUPPORTED) status = CMEDIA_UNSUPPORTED;
    if (opened != LIBRAW_SUCCESS) goto failed;
    *result = raw;
    return CMEDIA_OK;
failed:
    cmedia_raw_close(raw);
    return status;
}

cmedia_raw_header cmedia_raw_get_header(const cmedia_raw *raw) {
    cmedia_raw_header header = {
        .width = raw->data->sizes.width,
        .height = raw->data->sizes.height,
        .orientation = 1,
        .timestamp = (int64_t)raw->data->other.timestamp,
    };
    // libraw's bits: 1 mirrors, 2 turns upside down, and 4 swaps the sides before both.
    static const int32_t orientations[] = {1, 2, 4, 3, 5, 8, 6, 7};
    int flip = raw->data->sizes.flip;
    if (flip >= 0 && flip < 8) header.orientation = orientations[flip];
    memcpy(header.make, raw->data->idata.make, sizeof header.make);
    memcpy(header.model, raw->data->idata.model, sizeof header.model);
    header.make[sizeof header.make - 1] = 0;
    header.model[sizeof header.model - 1] = 0;
    return header;
}

// Whether the camera has rotated its preview, although the raw image is not rotated.
static int is_upright(const cmedia_raw_header *header, int preview_width, int preview_height) {
    return header->orientation >= 5 && (header->width > header->height) != (preview_width > preview_height);
}

// `accepts_small`: also accepts a preview that is smaller than wanted and than the raw image.
static cmedia_status preview(
    cmedia_raw *raw, int32_t width, int32_t height, int accepts_small, cmedia_buffer *pixels) {
    if (libraw_unpack_thumb(raw->data) != LIBRAW_SUCCESS) return CMEDIA_UNSUPPORTED;
    const libraw_thumbnail_t *thumb = &raw->data->thumbnail;
    cmedia_raw_header header = cmedia_raw_get_header(raw);
    int32_t wanted = width > height ? width : height;
    int32_t full = header.width > header.height ? header.width : header.height;
    int32_t present = thumb->twidth > thumb->theight ? thumb->twidth : thumb->theight;
    if (!thumb->thumb || present <= 0) return CMEDIA_UNSUPPORTED;
    if (!accepts_small && present < (wanted < full ? wanted : full) * 3 / 4) return CMEDIA_UNSUPPORTED;
    int32_t orientation = is_upright(&header, thumb->twidth, thumb->theight) ? 1 : header.orientation;
    if (thumb->tformat == LIBRAW_THUMBNAIL_JPEG) {
        int is_damaged = 0;
        cmedia_status status = cmedia_encoded_pixels(
            thumb->thumb, thumb->tlength, width, height, orientation, pixels, &is_damaged);
        raw->is_damaged |= is_damaged;
        return status;
    }
    size_t length = (size_t)thumb->twidth * thumb->theight * 3;
    if (thumb->tformat == LIBRAW_THUMBNAIL_BITMAP && thumb->tcolors == 3 && thumb->tlength >= length)
        return cmedia_raw_pixels(
            thumb->thumb, thumb->twidth, thumb->theight, 3, width, height, orientation, pixels);
    return CMEDIA_UNSUPPORTED;
}

// Appends zeros to a truncated file. Returns a status of libraw.
static int unpack_broken_off(cmedia_raw *raw, size_t missing) {
    if (missing > maximum_file_size) return LIBRAW_IO_ERROR;
    uint8_t *bytes = realloc(raw->bytes, raw->size + missing);
    if (!bytes) return LIBRAW_UNSUFFICIENT_MEMORY;
    memset(bytes + raw->size, 0, missing);
    raw->bytes = bytes;
    raw->is_damaged = 1;
    libraw_recycle(raw->data);
    int opened = libraw_open_buffer(raw->data, bytes, raw->size + missing);
    return opened == LIBRAW_SUCCESS ? libraw_unpack(raw->data) : opened;
}

static cmedia_status develop(cmedia_raw *raw, int32_t width, int32_t height, cmedia_buffer *pixels) {
    cmedia_raw_header header = cmedia_raw_get_header(raw);
    int32_t wanted = width > height ? width : height;
    int32_t full = header.width > header.height ? header.width : header.height;
    libraw_output_params_t *params = &raw->data->params;
    params->half_size = wanted <= full / 2;
    params->use_camera_wb = 1;
    params->output_bps = 8;
    // Rotated later, like all images.
    params->user_flip = 0;
    // The most bytes that the sensor's data can have. libraw clears the size when it fails.
    size_t most = (size_t)raw->data->sizes.raw_width * raw->data->sizes.raw_height * sizeof(uint16_t);
    int unpacked = libraw_unpack(raw->data);
    if (unpacked == LIBRAW_IO_ERROR) unpacked = unpack_broken_off(raw, most);
    if (unpacked != LIBRAW_SUCCESS) return CMEDIA_DAMAGED;
    if (libraw_dcraw_process(raw->data) != LIBRAW_SUCCESS) return CMEDIA_DAMAGED;
    int error = 0;
    libraw_processed_image_t *image = libraw_dcraw_make_mem_image(raw->data, &error);
    if (!image) return CMEDIA_DAMAGED;
    cmedia_status status = CMEDIA_UNSUPPORTED;
    if (image->type == LIBRAW_IMAGE_BITMAP && image->colors == 3 && image->bits == 8)
        status = cmedia_raw_pixels(
            image->data, image->width, image->height, 3, width, height, header.orientation, pixels);
    libraw_dcraw_clear_mem(image);
    return status;
}

cmedia_status cmedia_raw_picture(
    cmedia_raw *raw, int32_t width, int32_t height, cmedia_buffer *pixels, int *is_damaged) {
    cmedia_status status = preview(raw, width, height, 0, pixels);
    if (status != CMEDIA_OK) status = develop(raw, width, height, pixels);
    // Falls back to any preview. The file must be opened again, because libraw has recycled its data.
    if (status != CMEDIA_OK) {
        libraw_recycle(raw->data);
        if (libraw_open_buffer(raw->data, raw->bytes, raw->size) == LIBRAW_SUCCESS
            && preview(raw, width, height, 1, pixels) == CMEDIA_OK)
            status = CMEDIA_OK;
    }
    *is_damaged = raw->is_damaged;
    return status;
}
